import type { CareWords } from "./words.ts";

export const RUSSIAN: CareWords = {
  labels: {
    emergency: "Экстренная помощь",
    ambulance: "Скорая помощь (полиция: %)",
    anywhere: "Экстренная помощь, во многих странах",
    lower: {
      emergency: "в экстренную службу",
      ambulance: "в скорую помощь (полиция: %)",
      anywhere: "в экстренную службу, во многих странах",
    },
    directory: "Найти бесплатную линию помощи в вашей стране",
  },
  notes: {
    free: "бесплатно",
    always: "круглосуточно",
    callOrText: "звонок или сообщение",
    mondayToSaturday: "с понедельника по субботу",
    untilMidnight: "каждый день до полуночи",
  },
  die: {
    first: [
      "Хорошо, что вы мне это написали. Я отношусь к этому серьёзно. Если вам так тяжело, вам не нужно нести это в одиночку и не нужно объяснять всё идеально.",
      "Если есть риск, что вы это сделаете, или сейчас вы не в безопасности, пожалуйста, позвоните {emergency}. Если рядом есть что-то, чем вы могли бы себе навредить, уберите это подальше или отойдите сами.",
      "Вас может выслушать живой человек, прямо сейчас: {lines}. Если рядом есть кто-то, кому вы доверяете, пусть посидит с вами; для начала хватит слов «мне плохо».",
      "А если я неверно вас понимаю или речь о другом человеке, ничего страшного. Скажите своими словами, и мы продолжим с этого места.",
    ],
    again: [
      "Я помню то, что вы написали раньше, и к этим словам отношусь так же серьёзно. Вам не нужно проживать ближайшие часы в одиночку.",
      "Пожалуйста, поговорите сейчас с живым человеком: {lines}. Если есть риск, что вы это сделаете, позвоните {emergency}.",
      "Достаточно написать кому-нибудь: «Можешь приехать? Мне плохо». А если я неверно вас понимаю, скажите мне.",
    ],
  },
  body: {
    first: [
      "Это звучит серьёзно. Пожалуйста, позвоните сейчас. {Emergency}. Если вы не можете говорить или двигаться, попросите позвонить того, кто рядом, и не кладите трубку: вам скажут, что делать.",
      "А если я неверно вас понимаю, ничего страшного. Скажите своими словами, и мы продолжим с этого места.",
    ],
    again: [
      "Если ещё никто не позвонил, пожалуйста, позвоните сейчас. {Emergency}. Отсюда я вас не вижу и не могу прислать помощь.",
      "Если помощь уже едет, отоприте дверь, и пусть кто-нибудь побудет с вами. А если я неверно вас понимаю, скажите мне.",
    ],
  },
  listeners: "Вам не нужно проходить через это в одиночку. Вас может выслушать и живой человек: {lines}.",
  violence: {
    first: [
      "Хорошо, что вы мне об этом сказали. Я отношусь к этому серьёзно. Тот, кому причиняют боль или угрожают, в этом не виноват, и никто не должен терпеть это в одиночку.",
      "Если кому-то грозит опасность прямо сейчас, позвоните {emergency}. Если можете уйти, идите туда, где есть другие люди.",
      "Здесь вас выслушают и подумают вместе с вами, в вашем темпе: {violence}.",
      "А если я неверно вас понимаю, ничего страшного. Скажите своими словами, и мы продолжим с этого места.",
    ],
    again: [
      "Я помню то, что вы рассказали раньше. Если кому-то грозит опасность прямо сейчас, позвоните {emergency} и, если можете, идите туда, где есть другие люди.",
      "Что будет дальше, решаете вы, и делать это в одиночку не нужно: {violence}. А если я неверно вас понимаю, скажите мне.",
    ],
  },
  hurt: "Спасибо, что сказали мне. Я отношусь к этому серьёзно, и не нужно объяснять всё идеально. Расскажите больше, если хотите. Я здесь.",
  other:
    "Хорошо, что вы заботитесь об этом человеке, и это тяжёлая ноша. Можно прямо спросить, не думает ли он или она о том, чтобы уйти из жизни: сам вопрос никому не подаёт такой мысли. Побудьте рядом, если можете, и расскажите ещё кому-нибудь.",
  help: {
    hurt: "Если речь о том, чтобы навредить себе, или становится слишком тяжело, вас может выслушать живой человек. {line}. Если есть опасность, позвоните {emergency}.",
    other:
      "Такие линии помогают советом и тем, кто тревожится за другого. {line}. Если опасность грозит прямо сейчас, позвоните {emergency}.",
  },
  medicine: [
    "Я не могу судить о лекарствах, дозах и симптомах, и моя догадка могла бы вам навредить. На это сегодня ответит аптека, в том числе по телефону; ночью есть дежурная аптека или дежурный врач. До тех пор безопаснее ничего не менять самостоятельно.",
    "По телефону: {advice}.",
    "Это неотложный случай, если человек едва может дышать, у него болит в груди, отекает лицо или горло, если он теряет сознание, сознание спутано или его не разбудить, если сильное кровотечение, если принято слишком много лекарства, или если при беременности есть боль или кровь. Тогда позвоните {emergency}.",
  ],
  unsure: [
    "Возможно, я неверно вас понимаю, и я не хочу пройти мимо чего-то серьёзного. Что-то случилось с вами или с вашим телом, или кто-то причиняет вам боль? Скажите в нескольких словах.",
    "Если это срочно, позвоните {emergency}. О лекарствах и симптомах можно спросить в аптеке или у врача. А если становится слишком тяжело, вас может выслушать живой человек. {line}.",
  ],
  morning: {
    certain:
      "Доброе утро: я помню вчерашний день, надеюсь, сегодня кто-то рядом с вами, и вас может выслушать живой человек. {line}.",
    physical:
      "Доброе утро: надеюсь, о вас заботятся и вам лучше, чем вчера; если что-то всё ещё не так, позвоните {emergency}.",
  },
};

export const POLISH: CareWords = {
  labels: {
    emergency: "Numer alarmowy",
    ambulance: "Pogotowie (policja: %)",
    anywhere: "Numer alarmowy, w wielu krajach",
    lower: {
      emergency: "na numer alarmowy",
      ambulance: "na pogotowie (policja: %)",
      anywhere: "na numer alarmowy, w wielu krajach",
    },
    directory: "Znajdź bezpłatny telefon wsparcia w swoim kraju",
  },
  notes: {
    free: "bezpłatnie",
    always: "całodobowo",
    callOrText: "telefon lub wiadomość",
    mondayToSaturday: "od poniedziałku do soboty",
    untilMidnight: "codziennie do północy",
  },
  die: {
    first: [
      "Dobrze, że mi to piszesz. Traktuję to poważnie. Jeśli tak cierpisz, nie musisz dźwigać tego w pojedynkę i nie musisz idealnie tego tłumaczyć.",
      "Jeśli czujesz, że możesz to zrobić, albo nie jesteś teraz w bezpiecznym miejscu, proszę, zadzwoń {emergency}. Jeśli obok jest coś, czym możesz zrobić sobie krzywdę, odsuń to od siebie.",
      "Ktoś może cię teraz wysłuchać: {lines}. Jeśli blisko jest ktoś, komu ufasz, niech przy tobie posiedzi; na początek wystarczy „nie jest ze mną dobrze”.",
      "A jeśli źle cię rozumiem albo chodziło o kogoś innego, nic się nie stało. Powiedz to swoimi słowami i od tego zaczniemy.",
    ],
    again: [
      "Pamiętam twoje wcześniejsze słowa i to też traktuję poważnie. Nie musisz przechodzić przez najbliższe godziny w pojedynkę.",
      "Proszę, porozmawiaj teraz z człowiekiem: {lines}. Jeśli czujesz, że możesz to zrobić, zadzwoń {emergency}.",
      "„Możesz przyjść? Nie jest ze mną dobrze” wystarczy jako wiadomość. A jeśli źle cię rozumiem, powiedz mi.",
    ],
  },
  body: {
    first: [
      "To brzmi poważnie. Proszę, zadzwoń teraz. {Emergency}. Jeśli nie możesz mówić albo się ruszać, poproś kogoś obok, żeby zadzwonił, i nie rozłączaj się: powiedzą ci, co robić.",
      "A jeśli źle cię rozumiem, nic się nie stało. Powiedz to swoimi słowami i od tego zaczniemy.",
    ],
    again: [
      "Jeśli nikt jeszcze nie zadzwonił, proszę, zadzwoń teraz. {Emergency}. Stąd cię nie widzę i nie mogę wysłać pomocy.",
      "Jeśli pomoc jest w drodze, otwórz zamek w drzwiach i niech ktoś przy tobie zostanie. A jeśli źle cię rozumiem, powiedz mi.",
    ],
  },
  listeners: "Nie musisz przechodzić przez to w pojedynkę. Może cię też wysłuchać człowiek: {lines}.",
  violence: {
    first: [
      "Dobrze, że mi to mówisz. Traktuję to poważnie. Osoba, którą ktoś krzywdzi albo straszy, nie jest temu winna i nikt nie musi znosić tego w pojedynkę.",
      "Jeśli ktoś jest teraz w niebezpieczeństwie, zadzwoń {emergency}. Jeśli możesz wyjść, idź tam, gdzie są inni ludzie.",
      "Tu ktoś cię wysłucha i pomyśli razem z tobą, w twoim tempie: {violence}.",
      "A jeśli źle cię rozumiem, nic się nie stało. Powiedz to swoimi słowami i od tego zaczniemy.",
    ],
    again: [
      "Pamiętam twoje wcześniejsze słowa. Jeśli ktoś jest teraz w niebezpieczeństwie, zadzwoń {emergency} i, jeśli możesz, idź tam, gdzie są inni ludzie.",
      "To ty decydujesz, co dalej, i nie musisz robić tego w pojedynkę: {violence}. A jeśli źle cię rozumiem, powiedz mi.",
    ],
  },
  hurt: "Dziękuję, że mi to mówisz. Traktuję to poważnie i nie musisz idealnie tego tłumaczyć. Opowiedz więcej, jeśli chcesz. Jestem tu.",
  other:
    "Dobrze, że troszczysz się o tę osobę, a to duży ciężar. Możesz wprost zapytać, czy myśli o odebraniu sobie życia: samo pytanie nikomu nie podsuwa tej myśli. Bądź blisko, jeśli możesz, i powiedz jeszcze komuś.",
  help: {
    hurt: "Jeśli chodzi o zrobienie sobie krzywdy albo to cię przerasta, może cię wysłuchać człowiek. {line}. W razie niebezpieczeństwa zadzwoń {emergency}.",
    other:
      "Takie telefony doradzają też osobom, które martwią się o kogoś. {line}. Jeśli ta osoba jest teraz w niebezpieczeństwie, zadzwoń {emergency}.",
  },
  medicine: [
    "Nie mogę oceniać leków, dawek ani objawów, a moje zgadywanie mogłoby ci zaszkodzić. Dziś odpowie na to apteka, także przez telefon; w nocy jest apteka dyżurna albo nocna pomoc lekarska. Do tego czasu najbezpieczniej niczego nie zmieniać na własną rękę.",
    "Przez telefon: {advice}.",
    "To nagły przypadek, gdy ktoś ledwo oddycha, czuje ból w klatce piersiowej, gdy puchnie twarz lub gardło, gdy ktoś mdleje, traci orientację albo nie można go obudzić, mocno krwawi, gdy doszło do przedawkowania albo gdy w ciąży pojawia się ból lub krwawienie. Wtedy zadzwoń {emergency}.",
  ],
  unsure: [
    "Nie mam pewności, czy dobrze rozumiem, i nie chcę pominąć czegoś poważnego. Czy coś stało się tobie albo twojemu ciału, czy ktoś robi ci krzywdę? Powiedz w kilku słowach.",
    "Jeśli to pilne, zadzwoń {emergency}. O leki i objawy zapytaj w aptece albo u lekarza. A jeśli to cię przerasta, może cię wysłuchać człowiek. {line}.",
  ],
  morning: {
    certain:
      "Dzień dobry: pamiętam wczorajszy dzień, mam nadzieję, że ktoś jest dziś przy tobie, i może cię wysłuchać człowiek. {line}.",
    physical:
      "Dzień dobry: mam nadzieję, że ktoś się tobą opiekuje i że jest lepiej niż wczoraj; jeśli coś nadal jest nie tak, zadzwoń {emergency}.",
  },
};

export const TURKISH: CareWords = {
  labels: {
    emergency: "Acil yardım",
    ambulance: "Ambulans (polis: %)",
    anywhere: "Acil yardım, birçok ülkede",
    directory: "Ülkendeki ücretsiz destek hattını bul",
  },
  notes: {
    free: "ücretsiz",
    always: "gece gündüz",
    callOrText: "arama ya da mesaj",
    mondayToSaturday: "pazartesiden cumartesiye",
    untilMidnight: "her gün gece yarısına kadar",
  },
  die: {
    first: [
      "Bunu bana yazman iyi oldu, ciddiye alıyorum. Bu kadar acı çekiyorsan bunu tek başına taşımak zorunda değilsin; kusursuz anlatmak zorunda da değilsin.",
      "Bunu yapma ihtimalin varsa ya da şu an güvende değilsen lütfen hemen ara. {Emergency}. Yakınında kendine zarar verebileceğin bir şey varsa onunla arana mesafe koy.",
      "Şu anda seni dinleyebilecek insanlar var: {lines}. Güvendiğin biri yakındaysa yanında otursun; “iyi değilim” demek başlamak için yeter.",
      "Seni yanlış anladıysam ya da başka biri hakkında soruyorduysan sorun değil. Kendi sözlerinle söyle, oradan devam edelim.",
    ],
    again: [
      "Daha önce yazdığını unutmadım, bunu da aynı şekilde ciddiye alıyorum. Önündeki saatleri tek başına geçirmek zorunda değilsin.",
      "Lütfen şimdi bir insanla konuş: {lines}. Bunu yapma ihtimalin varsa hemen ara. {Emergency}.",
      "Birine “Gelebilir misin? İyi değilim” yazman yeter. Seni yanlış anladıysam söyle.",
    ],
  },
  body: {
    first: [
      "Bu ciddi görünüyor. Lütfen hemen ara. {Emergency}. Konuşamıyor ya da kıpırdayamıyorsan yanındaki birinden aramasını iste ve telefonu kapatma: ne yapman gerektiğini söyleyecekler.",
      "Seni yanlış anladıysam sorun değil. Kendi sözlerinle söyle, oradan devam edelim.",
    ],
    again: [
      "Henüz kimse aramadıysa lütfen şimdi ara. {Emergency}. Buradan seni göremem ve yardım gönderemem.",
      "Yardım yoldaysa kapının kilidini aç ve biri yanında kalsın. Seni yanlış anladıysam söyle.",
    ],
  },
  listeners: "Bunu tek başına yaşamak zorunda değilsin. Seni dinleyebilecek insanlar da var: {lines}.",
  violence: {
    first: [
      "Bunu söylemen iyi oldu, ciddiye alıyorum. Zarar gören ya da tehdit edilen kişinin bunda suçu yoktur ve kimse bunu tek başına taşımak zorunda değil.",
      "Şu anda biri tehlikedeyse hemen ara. {Emergency}. Çıkabiliyorsan başka insanların olduğu bir yere git.",
      "Burada biri seni dinler ve acele ettirmeden seninle birlikte düşünür: {violence}.",
      "Seni yanlış anladıysam sorun değil. Kendi sözlerinle söyle, oradan devam edelim.",
    ],
    again: [
      "Daha önce anlattığını unutmadım. Şu anda biri tehlikedeyse hemen ara. {Emergency}. Yapabiliyorsan başka insanların olduğu bir yere git.",
      "Bundan sonrasına sen karar verirsin ve bunu yalnız yapmak zorunda değilsin: {violence}. Seni yanlış anladıysam söyle.",
    ],
  },
  hurt: "Bunu anlattığın için teşekkür ederim. Ciddiye alıyorum; kusursuz anlatmak zorunda değilsin. İstersen biraz daha anlat. Buradayım.",
  other:
    "Onu düşünmen iyi, bu ağır bir yük. Yaşamına son vermeyi düşünüp düşünmediğini açıkça sorabilirsin: soru kimsenin aklına bunu sokmaz. Yapabiliyorsan yanında kal ve bir kişiye daha haber ver.",
  help: {
    hurt: "Bu, kendine zarar vermekle ilgiliyse ya da sana fazla gelmeye başladıysa seni dinleyebilecek insanlar var. {line}. Tehlike varsa hemen ara. {Emergency}.",
    other:
      "Bu hatlar birisi için endişelenenlere de yol gösterir. {line}. O kişi şu anda tehlikedeyse hemen ara. {Emergency}.",
  },
  medicine: [
    "İlaçları, dozları ve belirtileri değerlendiremem; tahminim sana zarar verebilir. Bir eczacı bunu bugün yanıtlayabilir, telefonla da olur; gece nöbetçi eczane ya da nöbetçi doktor var. O zamana kadar en güvenlisi kendi başına bir şey değiştirmemek.",
    "Telefonla: {advice}.",
    "Biri zor nefes alıyorsa, göğsü ağrıyorsa, yüzü ya da boğazı şişiyorsa, bayılıyorsa, bilinci bulanıksa ya da uyandırılamıyorsa, çok kanaması varsa, fazla ilaç aldıysa ya da hamileyken ağrısı veya kanaması varsa bu acil bir durumdur. O zaman hemen ara. {Emergency}.",
  ],
  unsure: [
    "Seni anladığımdan emin değilim ve ciddi bir şeyi geçiştirmek istemiyorum. Sana ya da bedenine bir şey mi oldu, yoksa biri sana zarar mı veriyor? Birkaç kelimeyle anlat.",
    "Acilse hemen ara. {Emergency}. İlaçlar ve belirtiler için eczacı ya da doktor bilgi verir. Fazla gelirse seni dinleyebilecek insanlar var. {line}.",
  ],
  morning: {
    certain: "Günaydın: dünü unutmadım, umarım bugün yanında biri vardır; seni dinleyebilecek insanlar da var. {line}.",
    physical:
      "Günaydın: umarım sana bakan biri vardır ve dünden daha iyisindir; hâlâ bir sorun varsa hemen ara. {Emergency}.",
  },
};

import type { CareWords } from "./words.ts";

export const SPANISH: CareWords = {
  labels: {
    emergency: "Emergencias",
    ambulance: "Ambulancia (policía: %)",
    anywhere: "Emergencias, en muchos países",
    lower: {
      emergency: "a emergencias",
      ambulance: "a una ambulancia (policía: %)",
      anywhere: "a emergencias, en muchos países",
    },
    directory: "Encuentra una línea de ayuda gratuita en tu país",
  },
  notes: {
    free: "gratis",
    always: "día y noche",
    callOrText: "llamada o mensaje",
    mondayToSaturday: "de lunes a sábado",
    untilMidnight: "todos los días hasta medianoche",
  },
  die: {
    first: [
      "Me alegra que me lo hayas escrito, y me lo tomo en serio. Si lo estás pasando mal, no tienes que cargar con ello a solas, ni explicarlo a la perfección.",
      "Si crees que podrías hacerlo, o si ahora mismo no estás a salvo, por favor, llama {emergency}. Si tienes cerca algo con lo que podrías hacerte daño, pon distancia entre eso y tú.",
      "Una persona puede escucharte ahora: {lines}. Si hay cerca alguien de confianza, deja que se siente contigo; para empezar basta con decir “no estoy bien”.",
      "Y si te entendí mal, o hablabas de otra persona, no pasa nada. Dímelo con tus palabras y seguimos desde ahí.",
    ],
    again: [
      "No he olvidado lo que me escribiste antes, y esto también me lo tomo en serio. No tienes que pasar las próximas horas a solas.",
      "Por favor, habla ahora con una persona: {lines}. Si crees que podrías hacerlo, llama {emergency}.",
      "“¿Puedes venir? No estoy bien” basta como mensaje a alguien. Y si te entendí mal, dímelo.",
    ],
  },
  body: {
    first: [
      "Esto suena grave. Por favor, llama ahora. {Emergency}. Si no puedes hablar o moverte, pide a quien esté cerca que llame, y no cuelgues: te dirán qué hacer.",
      "Y si te entendí mal, no pasa nada. Dímelo con tus palabras y seguimos desde ahí.",
    ],
    again: [
      "Si todavía no ha llamado nadie, por favor, hazlo ahora. {Emergency}. Desde aquí no puedo verte ni enviar ayuda.",
      "Si la ayuda está en camino, deja la puerta sin llave y que alguien se quede contigo. Y si te entendí mal, dímelo.",
    ],
  },
  listeners: "No tienes que pasar por esto a solas. Una persona también puede escucharte: {lines}.",
  violence: {
    first: [
      "Me alegra que me lo cuentes, y me lo tomo en serio. Quien sufre violencia o amenazas no tiene la culpa, y nadie tiene que soportarlo a solas.",
      "Si alguien está en peligro ahora mismo, llama {emergency}. Si puedes irte, ve a un lugar donde haya otras personas.",
      "Aquí alguien te escucha y piensa contigo, a tu ritmo: {violence}.",
      "Y si te entendí mal, no pasa nada. Dímelo con tus palabras y seguimos desde ahí.",
    ],
    again: [
      "No he olvidado lo que me contaste antes. Si alguien está en peligro ahora mismo, llama {emergency} y, si puedes, ve a un lugar donde haya otras personas.",
      "Tú decides lo que viene, y no tienes que hacerlo a solas: {violence}. Y si te entendí mal, dímelo.",
    ],
  },
  hurt: "Gracias por contármelo. Me lo tomo en serio, y no tienes que explicarlo a la perfección. Cuéntame más si quieres. Aquí estoy.",
  other:
    "Es bueno que te preocupes por esa persona, y es una carga grande. Puedes preguntarle con claridad si piensa en quitarse la vida: la pregunta no le da la idea a nadie. Quédate cerca si puedes, y cuéntaselo a alguien más.",
  help: {
    hurt: "Si algo de esto tiene que ver con hacerte daño, o si se te hace demasiado, una persona puede escucharte. {line}. Si hay peligro, llama {emergency}.",
    other:
      "Estas líneas también orientan a quien se preocupa por alguien. {line}. Si esa persona está en peligro ahora, llama {emergency}.",
  },
  medicine: [
    "No puedo valorar medicamentos, dosis ni síntomas, y una suposición mía podría hacerte daño. Una farmacia puede responderte hoy, también por teléfono; de noche hay una farmacia o un servicio médico de guardia. Hasta entonces, lo más seguro es no cambiar nada por tu cuenta.",
    "Por teléfono: {advice}.",
    "Es una emergencia si a alguien le cuesta mucho respirar, le duele el pecho, se le hincha la cara o la garganta, se desmaya, tiene confusión o no despierta, sangra mucho, ha tomado una dosis excesiva, o tiene dolor o sangrado en el embarazo. En ese caso, llama {emergency}.",
  ],
  unsure: [
    "No sé si te entendí bien, y no quiero pasar por alto algo grave. ¿Te ha pasado algo a ti o a tu cuerpo, o alguien te hace daño? Dímelo en pocas palabras.",
    "Si es urgente, llama {emergency}. Sobre medicamentos y síntomas puede orientarte una farmacia o un centro médico. Y si se te hace demasiado, una persona puede escucharte. {line}.",
  ],
  morning: {
    certain:
      "Buenos días: no he olvidado lo de ayer, espero que hoy haya alguien contigo, y una persona puede escucharte. {line}.",
    physical:
      "Buenos días: espero que te estén cuidando y que estés mejor que ayer; si algo sigue mal, llama {emergency}.",
  },
};

export const FRENCH: CareWords = {
  labels: {
    emergency: "Urgences",
    ambulance: "Ambulance (police : %)",
    anywhere: "Urgences, dans beaucoup de pays",
    lower: {
      emergency: "les urgences",
      ambulance: "une ambulance (police : %)",
      anywhere: "les urgences, dans beaucoup de pays",
    },
    directory: "Trouver une ligne d’écoute gratuite dans ton pays",
  },
  between: { number: " : ", line: " ; " },
  notes: {
    free: "gratuit",
    always: "jour et nuit",
    callOrText: "appel ou message",
    mondayToSaturday: "du lundi au samedi",
    untilMidnight: "tous les jours jusqu’à minuit",
  },
  die: {
    first: [
      "Tu as bien fait de me l’écrire, et je le prends au sérieux. Si tu souffres, tu n’as pas à porter cela sans aide, ni à l’expliquer parfaitement.",
      "Si tu risques de passer à l’acte, ou si tu n’es pas en sécurité maintenant, s’il te plaît, appelle {emergency}. S’il y a près de toi quelque chose qui pourrait te servir à te faire du mal, mets de la distance entre cette chose et toi.",
      "Quelqu’un peut t’écouter maintenant : {lines}. Si une personne de confiance est proche, laisse-la s’asseoir près de toi ; « ça ne va pas » suffit pour commencer.",
      "Et si j’ai mal compris, ou si tu parlais de quelqu’un d’autre, ce n’est pas grave. Dis-le-moi avec tes mots, et on reprend à partir de là.",
    ],
    again: [
      "Je n’ai pas oublié ce que tu m’as écrit tout à l’heure, et je prends cela tout aussi au sérieux. Tu n’as pas à traverser les prochaines heures sans personne à tes côtés.",
      "S’il te plaît, parle maintenant à quelqu’un : {lines}. Si tu risques de passer à l’acte, appelle {emergency}.",
      "« Tu peux venir ? Ça ne va pas » suffit comme message. Et si j’ai mal compris, dis-le-moi.",
    ],
  },
  body: {
    first: [
      "Cela semble grave. Appelle maintenant, s’il te plaît. {Emergency}. Si tu ne peux pas parler ou bouger, demande à quelqu’un près de toi d’appeler, et ne raccroche pas : on te dira quoi faire.",
      "Et si j’ai mal compris, ce n’est pas grave. Dis-le-moi avec tes mots, et on reprend à partir de là.",
    ],
    again: [
      "Si personne n’a encore appelé, fais-le maintenant, s’il te plaît. {Emergency}. D’ici, je ne peux ni te voir ni envoyer de l’aide.",
      "Si les secours sont en route, déverrouille la porte et demande à quelqu’un de rester avec toi. Et si j’ai mal compris, dis-le-moi.",
    ],
  },
  listeners: "Tu n’as pas à traverser cela sans aide. Quelqu’un peut aussi t’écouter : {lines}.",
  violence: {
    first: [
      "Tu as bien fait de me le dire, et je le prends au sérieux. Une personne blessée ou menacée n’y est pour rien, et personne n’a à supporter cela sans aide.",
      "Si quelqu’un est en danger maintenant, appelle {emergency}. Si tu peux partir, va là où il y a d’autres personnes.",
      "Ici, quelqu’un écoute et réfléchit avec toi, à ton rythme : {violence}.",
      "Et si j’ai mal compris, ce n’est pas grave. Dis-le-moi avec tes mots, et on reprend à partir de là.",
    ],
    again: [
      "Je n’ai pas oublié ce que tu m’as dit tout à l’heure. Si quelqu’un est en danger maintenant, appelle {emergency} et, si tu peux, va là où il y a d’autres personnes.",
      "C’est toi qui décides de la suite, et tu n’as pas à le faire sans aide : {violence}. Et si j’ai mal compris, dis-le-moi.",
    ],
  },
  hurt: "Merci de me le dire. Je le prends au sérieux, et tu n’as pas à l’expliquer parfaitement. Dis-m’en plus si tu veux. Je suis là.",
  other:
    "C’est bien que tu veilles sur cette personne, et c’est lourd à porter. Tu peux lui demander clairement si elle pense à mettre fin à ses jours : la question ne donne l’idée à personne. Reste près d’elle si tu peux, et parles-en à quelqu’un d’autre.",
  help: {
    hurt: "S’il s’agit de te faire du mal, ou si cela devient trop lourd, quelqu’un peut t’écouter. {line}. En cas de danger, appelle {emergency}.",
    other:
      "Ces lignes conseillent aussi les gens qui s’inquiètent pour un proche. {line}. Si cette personne est en danger maintenant, appelle {emergency}.",
  },
  medicine: [
    "Je ne peux pas évaluer des médicaments, des doses ou des symptômes, et une supposition de ma part pourrait te faire du mal. Une pharmacie peut te répondre aujourd’hui, y compris par téléphone ; la nuit, il y a une pharmacie ou un médecin de garde. D’ici là, le plus sûr est de ne rien changer de ton propre chef.",
    "Par téléphone : {advice}.",
    "C’est une urgence si quelqu’un respire très mal, a mal à la poitrine, si le visage ou la gorge gonfle, si la personne s’évanouit, est confuse ou ne se réveille pas, saigne beaucoup, a pris une dose trop forte, ou est enceinte et a des douleurs ou des saignements. Dans ce cas, appelle {emergency}.",
  ],
  unsure: [
    "Je ne sais pas si j’ai bien compris, et je ne veux pas passer à côté de quelque chose de grave. Est-ce qu’il t’est arrivé quelque chose, à toi ou à ton corps, ou est-ce que quelqu’un te fait du mal ? Dis-le-moi en quelques mots.",
    "Si c’est urgent, appelle {emergency}. Pour les médicaments et les symptômes, une pharmacie ou un médecin peut te répondre. Et si cela devient trop lourd, quelqu’un peut t’écouter. {line}.",
  ],
  morning: {
    certain:
      "Bonjour : je n’ai pas oublié ce qui s’est passé hier, j’espère que quelqu’un est avec toi aujourd’hui, et une personne peut t’écouter. {line}.",
    physical:
      "Bonjour : j’espère qu’on prend soin de toi et que tu vas mieux qu’hier ; si quelque chose ne va toujours pas, appelle {emergency}.",
  },
};

export const PORTUGUESE: CareWords = {
  labels: {
    emergency: "Emergência",
    ambulance: "Ambulância (polícia: %)",
    anywhere: "Emergência, em muitos países",
    lower: {
      emergency: "para o serviço de emergência",
      ambulance: "para uma ambulância (polícia: %)",
      anywhere: "para o serviço de emergência, em muitos países",
    },
    directory: "Encontre uma linha de ajuda gratuita no seu país",
  },
  notes: {
    free: "grátis",
    always: "dia e noite",
    callOrText: "ligação ou mensagem",
    mondayToSaturday: "de segunda a sábado",
    untilMidnight: "todos os dias até meia-noite",
  },
  die: {
    first: [
      "Que bom que você me escreveu isso. Eu levo a sério. Se está doendo tanto, você não precisa carregar isso sem ajuda, nem explicar com perfeição.",
      "Se você acha que pode chegar a fazer isso, ou não está em segurança agora, por favor, ligue {emergency}. Se houver por perto algo com que você possa se ferir, ponha distância entre você e isso.",
      "Uma pessoa pode ouvir você agora: {lines}. Se alguém de confiança está perto, peça que fique ao seu lado; “não estou bem” basta para começar.",
      "E se entendi mal, ou se era sobre outra pessoa, não tem problema. Diga com as suas palavras e seguimos daí.",
    ],
    again: [
      "Não esqueci o que você escreveu antes, e levo isto a sério do mesmo jeito. Você não precisa passar as próximas horas sem companhia.",
      "Por favor, fale agora com uma pessoa: {lines}. Se você acha que pode chegar a fazer isso, ligue {emergency}.",
      "“Você pode vir? Não estou bem” basta como mensagem para alguém. E se entendi mal, me diga.",
    ],
  },
  body: {
    first: [
      "Isso parece grave. Por favor, ligue agora. {Emergency}. Se não consegue falar ou se mexer, peça a quem estiver perto que ligue, e fique na linha: vão dizer a você o que fazer.",
      "E se entendi mal, não tem problema. Diga com as suas palavras e seguimos daí.",
    ],
    again: [
      "Se ninguém ligou ainda, por favor, ligue agora. {Emergency}. Daqui não consigo ver você nem mandar ajuda.",
      "Se a ajuda está a caminho, destranque a porta e peça a alguém que fique com você. E se entendi mal, me diga.",
    ],
  },
  listeners: "Você não precisa passar por isso sem ajuda. Uma pessoa também pode ouvir você: {lines}.",
  violence: {
    first: [
      "Que bom que você me contou. Eu levo a sério. Quem sofre agressão ou ameaça não tem culpa disso, e ninguém precisa aguentar sem ajuda.",
      "Se alguém está em perigo agora, ligue {emergency}. Se puder sair, vá para onde haja outras pessoas.",
      "Aqui alguém ouve e pensa com você, no seu ritmo: {violence}.",
      "E se entendi mal, não tem problema. Diga com as suas palavras e seguimos daí.",
    ],
    again: [
      "Não esqueci o que você me contou antes. Se alguém está em perigo agora, ligue {emergency} e, se puder, vá para onde haja outras pessoas.",
      "Você decide o que vem a seguir, e não precisa fazer isso sem ajuda: {violence}. E se entendi mal, me diga.",
    ],
  },
  hurt: "Que bom que você me contou. Eu levo a sério, e você não precisa explicar com perfeição. Conte mais, se quiser. Estou aqui.",
  other:
    "É bom que você cuide dessa pessoa, e isso pesa muito. Você pode perguntar claramente se ela pensa em tirar a própria vida: a pergunta não dá a ideia a ninguém. Fique por perto, se puder, e conte a mais alguém.",
  help: {
    hurt: "Se isso tem a ver com se ferir, ou se ficar pesado demais, uma pessoa pode ouvir você. {line}. Se houver perigo, ligue {emergency}.",
    other:
      "Essas linhas também orientam quem se preocupa com alguém. {line}. Se a pessoa está em perigo agora, ligue {emergency}.",
  },
  medicine: [
    "Não posso avaliar remédios, doses nem sintomas, e um palpite meu poderia fazer mal a você. Uma farmácia pode responder hoje, também por telefone; à noite há uma farmácia ou um serviço médico de plantão. Até lá, o mais seguro é não mudar nada por conta própria.",
    "Por telefone: {advice}.",
    "É uma emergência quando alguém mal consegue respirar, tem dor no peito, inchaço no rosto ou na garganta, desmaia, tem confusão mental ou não acorda, sangra muito, tomou uma dose excessiva, ou tem dor ou sangramento na gravidez. Nesse caso, ligue {emergency}.",
  ],
  unsure: [
    "Não sei se entendi bem, e não quero deixar passar algo grave. Aconteceu alguma coisa com você ou com o seu corpo, ou alguém está machucando você? Diga em poucas palavras.",
    "Se é urgente, ligue {emergency}. Sobre remédios e sintomas, uma farmácia ou um serviço médico pode orientar você. E se ficar pesado demais, uma pessoa pode ouvir você. {line}.",
  ],
  morning: {
    certain:
      "Bom dia: não esqueci o que houve ontem, espero que hoje haja alguém com você, e uma pessoa pode ouvir você. {line}.",
    physical:
      "Bom dia: espero que estejam cuidando de você e que esteja melhor do que ontem; se algo ainda não está bem, ligue {emergency}.",
  },
};

export const ITALIAN: CareWords = {
  labels: {
    emergency: "Emergenze",
    ambulance: "Ambulanza (polizia: %)",
    anywhere: "Emergenze, in molti paesi",
    lower: {
      emergency: "il numero di emergenza",
      ambulance: "un’ambulanza (polizia: %)",
      anywhere: "il numero di emergenza, in molti paesi",
    },
    directory: "Trova una linea di ascolto gratuita nel tuo paese",
  },
  notes: {
    free: "gratis",
    always: "giorno e notte",
    callOrText: "chiamata o messaggio",
    mondayToSaturday: "dal lunedì al sabato",
    untilMidnight: "ogni giorno fino a mezzanotte",
  },
  die: {
    first: [
      "Hai fatto bene a scrivermelo, e lo prendo sul serio. Se stai soffrendo, non devi affrontarlo senza aiuto, e non devi spiegarlo alla perfezione.",
      "Se pensi che potresti farlo, o se adesso non sei al sicuro, per favore, chiama {emergency}. Se vicino a te c’è qualcosa con cui potresti farti del male, metti distanza tra te e quella cosa.",
      "Una persona può ascoltarti adesso: {lines}. Se vicino c’è qualcuno di cui ti fidi, lascia che si sieda accanto a te; “non sto bene” basta per cominciare.",
      "E se ho capito male, o si trattava di un’altra persona, non c’è problema. Dimmelo con parole tue e ripartiamo da lì.",
    ],
    again: [
      "Non ho dimenticato quello che hai scritto prima, e prendo sul serio anche questo. Non devi passare le prossime ore senza nessuno accanto.",
      "Per favore, parla adesso con una persona: {lines}. Se pensi che potresti farlo, chiama {emergency}.",
      "“Puoi venire? Non sto bene” basta come messaggio a qualcuno. E se ho capito male, dimmelo.",
    ],
  },
  body: {
    first: [
      "Sembra una cosa seria. Per favore, chiama adesso. {Emergency}. Se non riesci a parlare o a muoverti, chiedi a chi è vicino di chiamare, e resta in linea: ti diranno che cosa fare.",
      "E se ho capito male, non c’è problema. Dimmelo con parole tue e ripartiamo da lì.",
    ],
    again: [
      "Se nessuno ha ancora chiamato, per favore, fallo adesso. {Emergency}. Da qui non posso vederti né mandare aiuto.",
      "Se i soccorsi stanno arrivando, apri la serratura della porta e chiedi a qualcuno di restare con te. E se ho capito male, dimmelo.",
    ],
  },
  listeners: "Non devi affrontarlo senza aiuto. Anche una persona può ascoltarti: {lines}.",
  violence: {
    first: [
      "Hai fatto bene a dirmelo, e lo prendo sul serio. Chi subisce violenza o minacce non ne ha colpa, e nessuno deve sopportarlo senza aiuto.",
      "Se qualcuno è in pericolo adesso, chiama {emergency}. Se puoi andartene, vai dove ci sono altre persone.",
      "Qui qualcuno ascolta e riflette con te, con i tuoi tempi: {violence}.",
      "E se ho capito male, non c’è problema. Dimmelo con parole tue e ripartiamo da lì.",
    ],
    again: [
      "Non ho dimenticato quello che mi hai detto prima. Se qualcuno è in pericolo adesso, chiama {emergency} e, se puoi, vai dove ci sono altre persone.",
      "Decidi tu che cosa viene dopo, e non devi farlo senza aiuto: {violence}. E se ho capito male, dimmelo.",
    ],
  },
  hurt: "Grazie di avermelo detto. Lo prendo sul serio, e non devi spiegarlo alla perfezione. Raccontami di più, se vuoi. Sono qui.",
  other:
    "È un bene che tu abbia cura di quella persona, ed è un peso grande. Puoi chiederle con chiarezza se pensa di togliersi la vita: la domanda non mette l’idea in testa a nessuno. Stalle accanto, se puoi, e parlane con qualcun altro.",
  help: {
    hurt: "Se pensi di farti del male, o se diventa troppo, una persona può ascoltarti. {line}. In caso di pericolo, chiama {emergency}.",
    other:
      "Queste linee danno consigli anche a chi si preoccupa per qualcuno. {line}. Se quella persona è in pericolo adesso, chiama {emergency}.",
  },
  medicine: [
    "Non posso valutare farmaci, dosi o sintomi, e una mia supposizione potrebbe farti del male. Una farmacia può risponderti oggi, anche al telefono; di notte c’è una farmacia di turno o la guardia medica. Fino ad allora la cosa più sicura è non cambiare nulla di tua iniziativa.",
    "Al telefono: {advice}.",
    "È un’emergenza se qualcuno fa molta fatica a respirare, ha dolore al petto, se il viso o la gola si gonfiano, se sviene, è in stato confusionale o non si sveglia, sanguina molto, ha preso una dose eccessiva, o ha dolore o perdite di sangue in gravidanza. In questi casi chiama {emergency}.",
  ],
  unsure: [
    "Non so se ho capito bene, e non voglio trascurare qualcosa di serio. È successo qualcosa a te o al tuo corpo, o qualcuno ti fa del male? Dimmelo in poche parole.",
    "Se è urgente, chiama {emergency}. Su farmaci e sintomi può dirti di più una farmacia o un medico. E se diventa troppo, una persona può ascoltarti. {line}.",
  ],
  morning: {
    certain:
      "Buongiorno: non ho dimenticato quello che è successo ieri, spero che oggi ci sia qualcuno con te, e una persona può ascoltarti. {line}.",
    physical:
      "Buongiorno: spero che qualcuno si prenda cura di te e che tu stia meglio di ieri; se qualcosa ancora non va, chiama {emergency}.",
  },
};

import type { CareWords } from "./words.ts";

export const GERMAN: CareWords = {
  labels: {
    emergency: "Notruf",
    ambulance: "Rettungsdienst (Polizei: %)",
    anywhere: "Notruf, in vielen Ländern",
    lower: {
      emergency: "den Notruf",
      ambulance: "den Rettungsdienst (Polizei: %)",
      anywhere: "den Notruf, in vielen Ländern",
    },
    directory: "Kostenlose Hilfe in deinem Land finden",
  },
  notes: {
    free: "kostenlos",
    always: "Tag und Nacht",
    callOrText: "anrufen oder schreiben",
    mondayToSaturday: "Montag bis Samstag",
    untilMidnight: "täglich bis Mitternacht",
  },
  die: {
    first: [
      "Gut, dass du mir das schreibst. Ich nehme es ernst. Wenn es dir so schlecht geht, musst du das nicht allein tragen, und du musst es nicht perfekt erklären.",
      "Wenn du es tun könntest oder gerade nicht sicher bist, ruf bitte {emergency} an. Wenn etwas in deiner Nähe ist, womit du dich verletzen könntest, bring Abstand zwischen dich und diese Sache.",
      "Ein Mensch kann dir jetzt zuhören: {lines}. Wenn jemand in der Nähe ist, dem du vertraust, lass ihn bei dir sitzen; „mir geht es nicht gut“ reicht für den Anfang.",
      "Und falls ich dich falsch verstanden habe oder es um jemand anderen ging: Das macht nichts. Sag es mir mit deinen Worten, dann machen wir dort weiter.",
    ],
    again: [
      "Ich habe nicht vergessen, was du vorhin geschrieben hast, und nehme auch das ernst. Du musst die nächsten Stunden nicht allein durchstehen.",
      "Bitte hol dir jetzt einen Menschen dazu: {lines}. Wenn du es tun könntest, ruf {emergency} an.",
      "„Kannst du kommen? Mir geht es nicht gut“ reicht als Nachricht. Und falls ich dich falsch verstanden habe, sag es mir.",
    ],
  },
  body: {
    first: [
      "Das klingt ernst. Bitte ruf jetzt an. {Emergency}. Wenn du nicht sprechen oder dich nicht bewegen kannst, bitte jemanden in der Nähe anzurufen, und bleib am Telefon: Dort sagt man dir, was zu tun ist.",
      "Und falls ich dich falsch verstanden habe: Das macht nichts. Sag es mir mit deinen Worten, dann machen wir dort weiter.",
    ],
    again: [
      "Wenn noch niemand angerufen hat, tu es bitte jetzt. {Emergency}. Ich kann dich von hier aus nicht sehen und keine Hilfe schicken.",
      "Wenn Hilfe unterwegs ist: Schließ die Tür auf und lass jemanden bei dir bleiben. Und falls ich dich falsch verstanden habe, sag es mir.",
    ],
  },
  listeners: "Du musst da nicht allein durch. Auch ein Mensch kann dir zuhören: {lines}.",
  violence: {
    first: [
      "Gut, dass du mir das sagst. Ich nehme es ernst. Wer verletzt oder bedroht wird, ist nicht schuld daran, und niemand muss das allein aushalten.",
      "Wenn gerade jemand in Gefahr ist, ruf {emergency} an. Wenn du weg kannst, geh dorthin, wo andere Menschen sind.",
      "Hier hört dir jemand zu und überlegt mit dir, in deinem Tempo: {violence}.",
      "Und falls ich dich falsch verstanden habe: Das macht nichts. Sag es mir mit deinen Worten, dann machen wir dort weiter.",
    ],
    again: [
      "Ich habe nicht vergessen, was du mir vorhin gesagt hast. Wenn gerade jemand in Gefahr ist, ruf {emergency} an und geh, wenn du kannst, dorthin, wo andere Menschen sind.",
      "Du entscheidest, wie es weitergeht, und musst es nicht allein tun: {violence}. Und falls ich dich falsch verstanden habe, sag es mir.",
    ],
  },
  hurt: "Danke, dass du mir das sagst. Ich nehme es ernst, und du musst es nicht perfekt erklären. Erzähl mir mehr, wenn du magst. Ich bin da.",
  other:
    "Gut, dass du auf diesen Menschen achtest; das ist viel zu tragen. Du darfst offen fragen, ob er oder sie daran denkt, nicht mehr leben zu wollen: Die Frage bringt niemanden auf die Idee. Bleib in der Nähe, wenn du kannst, und sag es noch jemandem.",
  help: {
    hurt: "Wenn es darum geht, dir etwas anzutun, oder wenn es zu viel wird, kann ein Mensch zuhören. {line}. In Gefahr ruf {emergency} an.",
    other:
      "Solche Stellen beraten auch, wer sich um jemanden sorgt. {line}. Wenn dieser Mensch gerade in Gefahr ist, ruf {emergency} an.",
  },
  medicine: [
    "Medikamente, Mengen und Beschwerden kann ich nicht beurteilen, und wenn ich rate, könnte dir das schaden. Eine Apotheke kann das heute beantworten, auch am Telefon; nachts gibt es eine Notapotheke oder einen ärztlichen Notdienst. Bis dahin ist es am sichersten, von dir aus nichts zu ändern.",
    "Am Telefon: {advice}.",
    "Ein Notfall ist es, wenn jemand kaum Luft bekommt, Schmerzen in der Brust hat, wenn Gesicht oder Hals anschwellen, wenn jemand ohnmächtig wird, verwirrt ist oder nicht aufwacht, stark blutet, zu viel genommen hat oder schwanger ist und Schmerzen oder Blutungen hat. Dann ruf {emergency} an.",
  ],
  unsure: [
    "Ich bin nicht sicher, ob ich dich verstanden habe, und möchte nichts Ernstes übergehen. Ist dir oder deinem Körper etwas passiert, oder tut dir jemand weh? Sag es mir in ein paar Worten.",
    "Wenn es eilig ist, ruf {emergency} an. Zu Medikamenten und Beschwerden weiß eine Apotheke oder ein Arzt Bescheid. Und wenn es zu viel wird, kann ein Mensch zuhören. {line}.",
  ],
  morning: {
    certain:
      "Guten Morgen: Ich habe gestern nicht vergessen, ich hoffe, dass heute jemand bei dir ist, und zu jeder Stunde kann ein Mensch zuhören. {line}.",
    physical:
      "Guten Morgen: Ich hoffe, dass man sich um dich kümmert und es dir besser geht als gestern; wenn noch etwas nicht stimmt, ruf {emergency} an.",
  },
};

export const DUTCH: CareWords = {
  labels: {
    emergency: "Alarmnummer",
    ambulance: "Ambulance (politie: %)",
    anywhere: "Alarmnummer, in veel landen",
    lower: {
      emergency: "het alarmnummer",
      ambulance: "een ambulance (politie: %)",
      anywhere: "het alarmnummer, in veel landen",
    },
    directory: "Vind een gratis hulplijn in jouw land",
  },
  notes: {
    free: "gratis",
    always: "dag en nacht",
    callOrText: "bellen of berichten",
    mondayToSaturday: "maandag tot en met zaterdag",
    untilMidnight: "elke dag tot middernacht",
  },
  die: {
    first: [
      "Goed dat je me dit schrijft. Ik neem het serieus. Als je het zo moeilijk hebt, hoef je dat niet alleen te dragen, en je hoeft het niet perfect uit te leggen.",
      "Als je het misschien gaat doen, of nu niet veilig bent, bel dan {emergency}. Als er iets in de buurt is waarmee je jezelf pijn kunt doen, leg het dan ver bij je vandaan.",
      "Er kan nu een mens naar je luisteren: {lines}. Is er iemand in de buurt die je vertrouwt, laat die dan bij je zitten; “het gaat niet goed met me” is genoeg om te beginnen.",
      "En als ik je verkeerd begreep, of het ging over iemand anders: geen probleem. Zeg het in je eigen woorden, dan gaan we daar verder.",
    ],
    again: [
      "Ik ben niet vergeten wat je eerder schreef, en ik neem ook dit serieus. Je hoeft de komende uren niet alleen door te komen.",
      "Haal er nu een mens bij: {lines}. Als je het misschien gaat doen, bel {emergency}.",
      "“Kun je komen? Het gaat niet goed met me” is genoeg als bericht. En als ik je verkeerd begreep, zeg het me.",
    ],
  },
  body: {
    first: [
      "Dit klinkt ernstig. Bel nu. {Emergency}. Als je niet kunt praten of bewegen, vraag dan iemand in de buurt om te bellen, en blijf aan de lijn: daar zeggen ze wat je moet doen.",
      "En als ik je verkeerd begreep: geen probleem. Zeg het in je eigen woorden, dan gaan we daar verder.",
    ],
    again: [
      "Als er nog niemand gebeld heeft, doe het nu. {Emergency}. Ik kan je van hieruit niet zien en geen hulp sturen.",
      "Als er hulp onderweg is: doe de deur van het slot en laat iemand bij je blijven. En als ik je verkeerd begreep, zeg het me.",
    ],
  },
  listeners: "Je hoeft dit niet alleen te doen. Er kan ook een mens naar je luisteren: {lines}.",
  violence: {
    first: [
      "Goed dat je het me vertelt. Ik neem het serieus. Wie pijn gedaan of bedreigd wordt, heeft daar geen schuld aan, en niemand hoeft het alleen te dragen.",
      "Als er nu iemand in gevaar is, bel {emergency}. Als je weg kunt, ga dan naar een plek met andere mensen.",
      "Hier luistert iemand en denkt met je mee, in jouw tempo: {violence}.",
      "En als ik je verkeerd begreep: geen probleem. Zeg het in je eigen woorden, dan gaan we daar verder.",
    ],
    again: [
      "Ik ben niet vergeten wat je me eerder vertelde. Als er nu iemand in gevaar is, bel {emergency} en ga, als het kan, naar een plek met andere mensen.",
      "Jij bepaalt wat er gebeurt, en je hoeft het niet alleen te doen: {violence}. En als ik je verkeerd begreep, zeg het me.",
    ],
  },
  hurt: "Dank je dat je het me vertelt. Ik neem het serieus, en je hoeft het niet perfect uit te leggen. Vertel meer als je wilt. Ik ben er.",
  other:
    "Goed dat je op die ander let; dat is veel om te dragen. Je mag gewoon vragen of hij of zij eraan denkt niet meer te leven: die vraag brengt niemand op het idee. Blijf in de buurt als het kan, en vertel het nog iemand.",
  help: {
    hurt: "Als het erover gaat dat je jezelf iets aandoet, of als het te veel wordt, kan een mens luisteren. {line}. Bel bij gevaar {emergency}.",
    other:
      "Zulke lijnen geven ook raad als je je zorgen maakt om iemand. {line}. Is die nu in gevaar, bel {emergency}.",
  },
  medicine: [
    "Medicijnen, hoeveelheden en klachten kan ik niet beoordelen, en als ik gok kan dat je schaden. Een apotheek kan dit vandaag beantwoorden, ook aan de telefoon; ’s nachts is er een dienstapotheek of een huisartsenpost. Tot dan is het het veiligst om zelf niets te veranderen.",
    "Aan de telefoon: {advice}.",
    "Het is een noodgeval als iemand bijna niet kan ademen, pijn op de borst heeft, als gezicht of keel opzwelt, als iemand flauwvalt, verward is of niet wakker wordt, hevig bloedt, te veel heeft ingenomen, of zwanger is met pijn of bloedverlies. Bel dan {emergency}.",
  ],
  unsure: [
    "Ik weet niet zeker of ik je begrepen heb, en ik wil niet over iets ernstigs heen lezen. Is er iets met jou of je lichaam gebeurd, of doet iemand je pijn? Zeg het in een paar woorden.",
    "Als het dringend is, bel {emergency}. Over medicijnen en klachten weet een apotheek of een dokter meer. En als het te veel wordt, kan een mens luisteren. {line}.",
  ],
  morning: {
    certain:
      "Goedemorgen: ik ben gisteren niet vergeten, ik hoop dat er vandaag iemand bij je is, en op elk uur kan een mens luisteren. {line}.",
    physical:
      "Goedemorgen: ik hoop dat er voor je gezorgd wordt en dat het beter gaat dan gisteren; is er nog iets mis, bel dan {emergency}.",
  },
};

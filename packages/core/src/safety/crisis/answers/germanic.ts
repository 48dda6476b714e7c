import type { CareWords } from "./words.ts";

export const GERMAN: CareWords = {
  labels: {
    emergency: "Notruf",
    ambulance: "Rettungsdienst (Polizei: %)",
    anywhere: "Notruf, in vielen Ländern",
    lower: {
      emergency: "den Notruf",
      ambulance: "die Nummer des Rettungsdienstes (Polizei: %)",
      anywhere: "den Notruf, in vielen Ländern",
    },
    directory: "Kostenloses Hilfetelefon in deinem Land finden",
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
      "Wenn du es vielleicht tun wirst oder gerade nicht in Sicherheit bist, wähl bitte {emergency}. Wenn etwas in deiner Nähe ist, womit du dich verletzen könntest, bring Abstand zwischen dich und diese Sache.",
      "Ein Mensch kann dir jetzt zuhören: {lines}. Wenn eine Person in der Nähe ist, der du vertraust, lass sie bei dir sitzen; „mir geht es nicht gut“ reicht für den Anfang.",
      "Und falls ich dich falsch verstanden habe oder es um jemand anderen ging: Das macht nichts. Sag es mir mit deinen Worten, dann machen wir dort weiter.",
    ],
    again: [
      "Ich habe nicht vergessen, was du vorhin geschrieben hast, und nehme auch das ernst. Du musst die nächsten Stunden nicht allein durchstehen.",
      "Bitte hol dir jetzt einen Menschen dazu: {lines}. Wenn du es vielleicht tun wirst, wähl {emergency}.",
      "„Kannst du kommen? Mir geht es nicht gut“ reicht als Nachricht. Und falls ich dich falsch verstanden habe, sag es mir.",
    ],
  },
  body: {
    first: [
      "Das klingt ernst. Bitte ruf jetzt an. {Emergency}. Wenn du nicht sprechen kannst oder dich nicht bewegen kannst, bitte jemanden in der Nähe, für dich anzurufen, und bleib am Telefon: Dort sagt man dir, was zu tun ist.",
      "Und falls ich dich falsch verstanden habe: Das macht nichts. Sag es mir mit deinen Worten, dann machen wir dort weiter.",
    ],
    again: [
      "Wenn noch niemand angerufen hat, tu es bitte jetzt. {Emergency}. Ich kann dich von hier aus nicht sehen und keine Hilfe schicken.",
      "Wenn Hilfe unterwegs ist: Schließ die Tür auf und bitte jemanden, bei dir zu bleiben. Und falls ich dich falsch verstanden habe, sag es mir.",
    ],
  },
  listeners: "Du musst da nicht allein durch. Auch ein Mensch kann dir zuhören: {lines}.",
  violence: {
    first: [
      "Gut, dass du mir das sagst. Ich nehme es ernst. Wer verletzt oder bedroht wird, ist nicht schuld daran, und niemand muss das allein aushalten.",
      "Wenn gerade jemand in Gefahr ist, wähl {emergency}. Wenn du wegkannst, geh dorthin, wo andere Menschen sind.",
      "Hier hört dir jemand zu und überlegt mit dir, in deinem Tempo: {violence}.",
      "Und falls ich dich falsch verstanden habe: Das macht nichts. Sag es mir mit deinen Worten, dann machen wir dort weiter.",
    ],
    again: [
      "Ich habe nicht vergessen, was du mir vorhin gesagt hast. Wenn gerade jemand in Gefahr ist, wähl {emergency}, und geh, wenn du kannst, dorthin, wo andere Menschen sind.",
      "Du entscheidest, wie es weitergeht, und musst es nicht allein tun: {violence}. Und falls ich dich falsch verstanden habe, sag es mir.",
    ],
  },
  hurt: "Danke, dass du mir das sagst. Ich nehme es ernst, und du musst es nicht perfekt erklären. Erzähl mir mehr, wenn du magst. Ich bin da.",
  other:
    "Gut, dass du auf diesen Menschen achtest; das ist nicht leicht zu tragen. Du darfst offen fragen, ob dieser Mensch daran denkt, sich das Leben zu nehmen: Die Frage bringt niemanden auf die Idee. Bleib in der Nähe, wenn du kannst, und sag es noch jemandem.",
  help: {
    hurt: "Wenn es darum geht, dass du dir etwas antust, oder wenn es zu viel wird, kann dir ein Mensch zuhören. {line}. Bei Gefahr wähl {emergency}.",
    other:
      "Solche Stellen beraten auch alle, die sich um jemanden sorgen. {line}. Wenn dieser Mensch gerade in Gefahr ist, wähl {emergency}.",
  },
  medicine: [
    "Medikamente, Dosierungen und Beschwerden kann ich nicht beurteilen, und eine Vermutung von mir könnte dir schaden. Eine Apotheke kann das heute beantworten, auch am Telefon; nachts gibt es eine Notdienstapotheke oder einen ärztlichen Bereitschaftsdienst. Bis dahin ist es am sichersten, auf eigene Faust nichts zu ändern.",
    "Am Telefon: {advice}.",
    "Ein Notfall ist es, wenn jemand kaum Luft bekommt, Schmerzen in der Brust hat, wenn Gesicht oder Hals anschwellen, wenn jemand ohnmächtig wird, verwirrt ist oder nicht aufwacht, stark blutet, zu viel genommen hat oder schwanger ist und Schmerzen oder Blutungen hat. Dann wähl {emergency}.",
  ],
  unsure: [
    "Ich bin mir nicht sicher, ob ich dich verstanden habe, und möchte nichts Ernstes übergehen. Ist dir oder deinem Körper etwas passiert, oder tut dir jemand weh? Sag es mir in ein paar Worten.",
    "Wenn es dringend ist, wähl {emergency}. Zu Medikamenten und Beschwerden weiß eine Apotheke oder eine Arztpraxis Bescheid. Und wenn es zu viel wird, kann dir ein Mensch zuhören. {line}.",
  ],
  morning: {
    certain:
      "Guten Morgen: Ich habe nicht vergessen, was gestern war, ich hoffe, dass heute jemand bei dir ist, und ein Mensch kann dir zuhören. {line}.",
    physical:
      "Guten Morgen: Ich hoffe, dass sich jemand um dich kümmert und es dir besser geht als gestern; wenn noch etwas nicht stimmt, wähl {emergency}.",
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
    callOrText: "bellen of een bericht sturen",
    mondayToSaturday: "maandag tot en met zaterdag",
    untilMidnight: "elke dag tot middernacht",
  },
  die: {
    first: [
      "Goed dat je me dit schrijft. Ik neem het serieus. Als je het zo moeilijk hebt, hoef je dat niet alleen te dragen, en je hoeft het niet perfect uit te leggen.",
      "Als je het misschien gaat doen, of nu niet veilig bent, bel dan alsjeblieft {emergency}. Als er iets in de buurt is waarmee je jezelf pijn kunt doen, leg het dan ver bij je vandaan.",
      "Er kan nu een mens naar je luisteren: {lines}. Is er iemand in de buurt die je vertrouwt, laat die dan bij je zitten; “het gaat niet goed met me” is genoeg om te beginnen.",
      "En als ik je verkeerd begreep, of als het over iemand anders ging: dat geeft niet. Zeg het in je eigen woorden, dan gaan we van daaruit verder.",
    ],
    again: [
      "Ik ben niet vergeten wat je eerder schreef, en ik neem ook dit serieus. Je hoeft de komende uren niet alleen door te komen.",
      "Praat nu alsjeblieft met een mens: {lines}. Als je het misschien gaat doen, bel dan {emergency}.",
      "“Kun je komen? Het gaat niet goed met me” is genoeg als bericht. En als ik je verkeerd begreep, zeg het me dan.",
    ],
  },
  body: {
    first: [
      "Dit klinkt ernstig. Bel nu, alsjeblieft. {Emergency}. Als je niet kunt praten of bewegen, vraag dan iemand in de buurt om te bellen, en blijf aan de lijn: daar zeggen ze wat je moet doen.",
      "En als ik je verkeerd begreep: dat geeft niet. Zeg het in je eigen woorden, dan gaan we van daaruit verder.",
    ],
    again: [
      "Als er nog niemand gebeld heeft, doe het dan nu, alsjeblieft. {Emergency}. Ik kan je van hieruit niet zien en geen hulp sturen.",
      "Als er hulp onderweg is: doe de deur van het slot en vraag iemand om bij je te blijven. En als ik je verkeerd begreep, zeg het me dan.",
    ],
  },
  listeners: "Je hoeft dit niet alleen te doen. Er kan ook een mens naar je luisteren: {lines}.",
  violence: {
    first: [
      "Goed dat je het me vertelt. Ik neem het serieus. Wie mishandeld of bedreigd wordt, heeft daar geen schuld aan, en niemand hoeft het alleen te dragen.",
      "Als er nu iemand in gevaar is, bel dan {emergency}. Als je weg kunt, ga dan naar een plek met andere mensen.",
      "Hier luistert iemand die met je meedenkt, in jouw tempo: {violence}.",
      "En als ik je verkeerd begreep: dat geeft niet. Zeg het in je eigen woorden, dan gaan we van daaruit verder.",
    ],
    again: [
      "Ik ben niet vergeten wat je me eerder vertelde. Als er nu iemand in gevaar is, bel dan {emergency} en ga, als het kan, naar een plek met andere mensen.",
      "Jij bepaalt wat er gebeurt, en je hoeft het niet alleen te doen: {violence}. En als ik je verkeerd begreep, zeg het me dan.",
    ],
  },
  hurt: "Dank je wel dat je het me vertelt. Ik neem het serieus, en je hoeft het niet perfect uit te leggen. Vertel meer als je wilt. Ik ben er.",
  other:
    "Goed dat je op die ander let; dat is veel om te dragen. Je mag gewoon vragen of die ander aan zelfdoding denkt: die vraag brengt niemand op het idee. Blijf in de buurt als het kan, en vertel het ook aan iemand anders.",
  help: {
    hurt: "Als het erom gaat dat je jezelf iets wilt aandoen, of als het te veel wordt, kan een mens naar je luisteren. {line}. Bel bij gevaar {emergency}.",
    other:
      "Zulke lijnen geven ook raad als je je zorgen maakt om iemand. {line}. Is die ander nu in gevaar, bel dan {emergency}.",
  },
  medicine: [
    "Medicijnen, doseringen en klachten kan ik niet beoordelen, en als ik gok, kan dat je schaden. Een apotheek kan dit vandaag beantwoorden, ook aan de telefoon; ’s nachts is er een dienstapotheek of een huisartsenpost. Tot die tijd is het het veiligst om zelf niets te veranderen.",
    "Aan de telefoon: {advice}.",
    "Het is een noodgeval als iemand bijna niet kan ademen, pijn op de borst heeft, als gezicht of keel opzwelt, als iemand flauwvalt, verward is of niet wakker wordt, hevig bloedt, te veel heeft ingenomen, of zwanger is en pijn of bloedverlies heeft. Bel dan {emergency}.",
  ],
  unsure: [
    "Ik weet niet zeker of ik je begrepen heb, en ik wil niet over iets ernstigs heen lezen. Is er iets met jou of je lichaam gebeurd, of doet iemand je pijn? Zeg het in een paar woorden.",
    "Als het dringend is, bel dan {emergency}. Over medicijnen en klachten weet een apotheek of een dokter meer. En als het te veel wordt, kan een mens naar je luisteren. {line}.",
  ],
  morning: {
    certain:
      "Goedemorgen: ik ben niet vergeten wat er gisteren was, ik hoop dat er vandaag iemand bij je is, en een mens kan naar je luisteren. {line}.",
    physical:
      "Goedemorgen: ik hoop dat er voor je gezorgd wordt en dat het beter gaat dan gisteren; is er nog iets mis, bel dan {emergency}.",
  },
};

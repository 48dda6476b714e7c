/**
 * Finds the claims of a deed in German, Spanish, French, Italian, Portuguese, Dutch and Hindi: "Erledigt", "te recordaré
 * a las ocho", "c'est noté". They trace to a call as English ones do (deeds.ts). Notation of safety/phrases.ts.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import { phraseMatcher } from "../../safety/phrases.ts";
import { wordsOf } from "../../safety/words.ts";
import { DAY_MINUTES } from "../../time.ts";
import type { Deed } from "./deeds.ts";

const DID_DE =
  "eingetragen|gesetzt|gestellt|erstellt|verschoben|gesendet|geschickt|verschickt|geloscht|hinzugefugt|notiert|gespeichert|gemerkt|gebucht|abgesagt|gestrichen|aktualisiert|angelegt|eingerichtet|geplant|erledigt|reserviert|abgehakt|verlegt|bestellt";
const DID_ES =
  "anadido|agregado|creado|puesto|programado|enviado|mandado|movido|borrado|eliminado|guardado|anotado|reservado|cancelado|apuntado|configurado|actualizado|agendado|marcado";
const DID_FR =
  "ajoute|cree|mis|programme|envoye|deplace|supprime|enregistre|note|reserve|annule|planifie|configure|efface|marque|repousse|decale";
const DID_IT =
  "aggiunto|creato|impostato|inviato|mandato|spostato|cancellato|eliminato|salvato|annotato|prenotato|programmato|segnato|fissato|messo";
const DID_PT =
  "adicionei|criei|marquei|agendei|enviei|mandei|movi|apaguei|salvei|guardei|anotei|reservei|cancelei|coloquei|configurei|programei";
const DID_NL =
  "toegevoegd|gemaakt|aangemaakt|ingesteld|verplaatst|verstuurd|gestuurd|verwijderd|opgeslagen|genoteerd|geboekt|geannuleerd|gezet|gepland|afgezegd|bijgewerkt";

const PHRASES: Partial<Record<Deed, readonly string[]>> = {
  remind: [
    "ich erinnere|erinner|wecke|weck|benachrichtige dich|sie|euch",
    "ich werde|will dich|sie ..8 erinnern|wecken|benachrichtigen",
    "ich sage|sag|gebe|geb dir ..6 bescheid",
    "ich melde mich ..6 um|bei|wenn|sobald|morgen|heute",
    "erinnerung|wecker|alarm|timer ..6 gesetzt|gestellt|eingerichtet|aktiv|erstellt|angelegt",
    "te|le|os recordare|avisare|despertare|recuerdo|aviso|despierto",
    "voy a recordarte|avisarte|despertarte",
    "recordatorio|alarma ..3 creado|creada|programado|programada|puesto|puesta|listo|lista|configurado",
    "je te|vous rappellerai|rappelle|previendrai|previens|reveillerai|reveille|avertirai",
    "rappel|alarme|reveil ..3 cree|creee|programme|programmee|regle|active",
    "ti|le|vi ricordero|ricordo|avviso|avvisero|svegliero|sveglio|avvertiro",
    "promemoria|sveglia ..3 creato|impostato|impostata|attivo|programmato",
    "vou te? lembrar|avisar|acordar|lembralo|lembrala",
    "vou lembrarte|avisarte|acordarte",
    "te lembro|lembrarei|aviso|avisarei",
    "lembrarteei|avisarteei",
    "lembrete|alarme ..3 criado|definido|marcado|programado",
    "ik zal|herinner|waarschuw|wek je|jou|u",
    "ik laat het je|u weten",
    "herinnering|wekker ..3 ingesteld|gezet|aangemaakt|gemaakt",
    "yaad dila|dilaa|dilata|karva|karwa dunga|doonga|dungi|doongi|diya|deta",
    "yaad dilaunga|dilaungi|dilaoonga",
    "bata|jaga dunga|doonga|dungi|doongi",
    "याद दिला|दिलाऊंगा|दिलाऊँगा|दिलाऊंगी",
    "reminder|alarm|task ..2 set|laga|lagaa|add kar diya|di|liya",
  ],
  any: [
    `ich|hab|habe habe?|hab? ..8 ${DID_DE}`,
    `ist|sind|wurde|wurden ..3 ${DID_DE} !werden`,
    "steht jetzt|nun ..3 in|auf deinem|deiner",
    `he|hemos|queda|quedo|esta|ha sido ..3 ${DID_ES}`,
    `he|hemos|queda|quedo ..3 ${DID_ES}`,
    `j ai ..4 ${DID_FR}`,
    `jai ..4 ${DID_FR}`,
    `c|cest est? ..1 note|fait|enregistre|envoye|reserve|annule|regle`,
    `ho ..4 ${DID_IT}`,
    DID_PT.split("|")[0] ?? "",
    `eu|ja ${DID_PT}`,
    `ik heb ..8 ${DID_NL}`,
    "kar|bhej|laga|likh|hata|daal|jod|note|save|add|set|cancel|book diya|di|liya|de kar? diya|di|liya|$",
    "note|save|add|set|cancel|book|move|delete kar diya|di|liya",
    "ho gaya|gayi",
    "हो गया|गयी|गई",
    "कर दिया|दी|लिया",
    "भेज दिया|दी",
  ],
};
const claimsIn = phraseMatcher(
  Object.fromEntries(Object.entries(PHRASES).map(([deed, list]) => [deed, list.filter((one) => one.trim() !== "")])),
);

/** A word that says by itself, at the start of an answer, that it is done. */
const DONE_AT_START =
  /^\W*(?:erledigt|gemacht|notiert|gemerkt|gespeichert|eingetragen|gebucht|gesendet|abgeschickt|verschoben|hecho|listo|anotado|apuntado|guardado|enviado|reservado|c['’]est fait|c['’]est noté|fait|noté|fatto|annotato|salvato|inviato|feito|pronto|anotado|gedaan|geregeld|genoteerd|opgeslagen|ho gaya|kar diya|done|हो गया)(?=[\s.,!:;–—-]|$)/iu;
/** Adicionei, criei, …: the verb alone says "I". */
const SAID_IN_ONE_WORD = new RegExp(`(?:^|[^\\p{L}])(?:${DID_PT})(?![\\p{L}])`, "iu");

const list = (words: string): ReadonlySet<string> => new Set(words.split(/[ |]/));
/** What was done, where the verb says it: to an event, or with a message. */
const OF_CALENDAR = list(
  "verschoben|verlegt|gebucht|abgesagt|reserviert|movido|reservado|cancelado|agendado|deplace|reserve|annule|repousse|decale|spostato|prenotato|fissato|reservei|cancelei|movi|agendei|verplaatst|geboekt|geannuleerd|afgezegd",
);
const OF_MESSAGE = list(
  "gesendet|geschickt|verschickt|abgeschickt|enviado|mandado|envoye|inviato|mandato|enviei|mandei|verstuurd|gestuurd|bhej",
);

const NOT_CLAIMED =
  /\?\s*$|(?:^|[^\p{L}])(?:soll|sollte|möchtest|willst|kann|könnte|wenn|falls|sobald du|nicht|kein|keine|quieres|puedo|podría|si|no|veux|voulez|peux|pourrais|quand|pas|vuoi|posso|potrei|se|non|quer|queres|não|wil|zal ik|kan|als|niet|geen|agar|nahi|nahin|अगर|नहीं)(?![\p{L}])/iu;
const ENGLISH = /\b(?:the|you|your|and|with|I)\b/;

/** Returns the deeds that a sentence in one of these languages claims. What is quoted claims nothing. */
export function foreignDeedsIn(sentence: string): Deed[] {
  // bounded: a sentence has at most 600 characters, see sentences.ts
  const plain = sentence.replaceAll(/[“„"«][^”“"»]{0,400}[”“"»]/g, "…");
  if (ENGLISH.test(plain) || NOT_CLAIMED.test(plain)) return [];
  const found = new Set(claimsIn(wordsOf(plain)).map(({ name }) => name as Deed));
  if (DONE_AT_START.test(plain) || SAID_IN_ONE_WORD.test(plain)) found.add("any");
  const words = wordsOf(plain).map(({ text }) => text);
  if (found.has("any") && words.some((word) => OF_CALENDAR.has(word))) found.add("calendar");
  if (found.has("any") && words.some((word) => OF_MESSAGE.has(word))) found.add("message");
  // Whoever set the reminder has done something.
  if (found.size > 1) found.delete("any");
  return [...found];
}

const CLOCK =
  /(?:^|[^\p{L}\d])(?:um|gegen|ab|a las?|à|alle|às|as|om|at) (\d{1,2})(?:[:.h](\d{2}))?|(?:^|[^\p{L}\d])(\d{1,2})(?:[:.h](\d{2}))?\s?(?:uhr|h|heures?|uur|baje|बजे)(?![\p{L}])/giu;

/**
 * Returns the clock times of such a sentence, in minutes after midnight, and the sentence without them. An hour up to
 * twelve may be either half of the day.
 */
export function foreignTimes(sentence: string): { readonly times: number[][]; readonly rest: string } {
  if (ENGLISH.test(sentence)) return { times: [], rest: sentence };
  const times = [...sentence.matchAll(CLOCK)].map(([, hour, minute, other, otherMinute]) => {
    const count = Number(hour ?? other);
    const plain = (count * 60 + Number(minute ?? otherMinute ?? 0)) % DAY_MINUTES;
    return count >= 1 && count <= 12 ? [plain, (plain + DAY_MINUTES / 2) % DAY_MINUTES] : [plain];
  });
  return { times, rest: sentence.replaceAll(CLOCK, " ") };
}

/** Recognises the language of a person's text, so that the fixed texts come in this language. */
import { CARE_LANGUAGES, type CareLanguage } from "./answers/words.ts";

/** The scripts of the languages. Kana is tested before Han, because Japanese has both. */
const SCRIPTS: readonly (readonly [RegExp, CareLanguage])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Devanagari}/gu, "hi"],
];

/** Their speakers seldom use Latin letters, so one small word ("w", "ya") does not show them. */
const FOREIGN: ReadonlySet<CareLanguage> = new Set(SCRIPTS.map(([, language]) => language));

const list = (words: string) => new Set(words.split(" "));

/** The small words of each language in Latin letters, as people type them, with and without accents. */
const SMALL_WORDS: Readonly<Partial<Record<CareLanguage, ReadonlySet<string>>>> = {
  en: list(
    "a the and i im i'm ive my me you to is it of in that this was for on are have not be with just so at dont don't cant can't what how do but all they he she if or will no can want feel about from been has had am life anymore going",
  ),
  es: list(
    "el la los las de que y en un una por con no se lo me mi mis te tu es está esta estoy para como pero más mas ya muy soy quiero tengo hay si sí nada todo qué ha he le al del cuando porque puedo vida hoy nadie",
  ),
  fr: list(
    "le la les de des un une et en je j'ai jai j me mon ma mes tu te est c'est cest pas ne que qui pour dans sur avec plus il elle on mais ça ca suis au aux du si tout rien ce cette quand veux peux vie moi fait nous vous",
  ),
  pt: list(
    "o os a as de que e em um uma por com não nao se me meu minha meus é está esta estou para como mas mais já ja muito eu você voce vc quero tenho há ha tem nada tudo do da no na dos das ao quando porque posso vida hoje ninguém ninguem isso pra",
  ),
  it: list(
    "il lo la i gli le di che e in un una per con non si mi mio mia ti tu è sono ho ha come ma più piu già gia molto io voglio c'è ce anche niente tutto del della nel al alla quando perché perche posso vita oggi nessuno questo questa sto",
  ),
  de: list(
    "der die das und ich mir mich mein meine du dir ist nicht ein eine zu in es den dem mit auf für fur habe hab bin kann will so wie was auch aber wenn nur noch mehr keine kein von sich er sie wir im am leben heute nichts schon",
  ),
  nl: list(
    "de het een en ik me mij mijn je jij is niet van dat in te op met voor heb ben kan wil zo wat ook maar als nog geen meer er hij zij ze we aan bij leven vandaag niks niets om dit naar al heeft wordt",
  ),
  pl: list(
    "i w na nie się sie to że ze z do jest jestem mam mnie mi mój moja ja ty co jak ale już juz po za od czy tak tylko dla o chcę chce mogę moge życie zycie nic wszystko dzisiaj jeszcze bardzo by było bylo jej jego",
  ),
  tr: list(
    "bir ve bu ben beni bana benim sen için icin çok cok ne de da ki mi mı değil degil var yok ama gibi artık artik daha her şey sey nasıl nasil istiyorum bugün bugun kadar olarak o ile hiç hic yaşamak yasamak olsun",
  ),
  hi: list(
    "hai hain main mai mein mujhe mera meri mere nahi nahin nhi kya ka ki ke ko se aur par bhi hi ho hu hoon tha thi raha rahi kar karna koi kuch bas ab aaj toh yaar apne uska wo woh ye yeh zindagi jeena dawai lena chahiye aap aapka aapki aapke aapko tum tumhara tumhari maine raat bahut thoda thodi zyada neend ghante baje gaya gayi diya liya kal koshish haan accha theek subah shaam",
  ),
  ru: list(
    "ya menya mne moy moya ne na i v chto kak eto s po tak vse vsyo ty no uzhe bolshe hochu xochu net da seychas mogu zhizn zhit nado segodnya ochen mozhno",
  ),
  ar: list(
    "ana enta mesh mish msh wallah ya fi 3ala 3la la lel el al inno eno shu sho kif keef ezay ezzay leh lesh 3ayez 3ayz bas khalas kolo kulo 7ayati hayati 3andi 3indi ma mafi abgha wla aw momken",
  ),
};

/**
 * Returns the language of a text, or undefined when it cannot be recognised. A script decides if most letters belong to
 * it. For Latin letters the small words of each language decide. It takes one pass over the text.
 */
export function languageOf(text: string): CareLanguage | undefined {
  const letters = [...text.matchAll(/\p{L}/gu)].length;
  for (const [script, language] of SCRIPTS) {
    const count = [...text.matchAll(script)].length;
    const share = language === "ja" ? 0.1 : 0.3;
    if (count > 0 && count >= letters * share) return language;
  }
  const held = [...smallWordsIn(text)].filter(([language, count]) => count >= 2 || !FOREIGN.has(language));
  const [best, second] = held.sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] > (second?.[1] ?? 0) ? best[0] : undefined;
}

/** Returns how many small words a text has of each language in Latin letters. Its own letters count as well. */
export function smallWordsIn(text: string): Map<CareLanguage, number> {
  const words =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{M}\p{N}']{1,30}/gu) ?? [];
  return new Map(
    (Object.entries(SMALL_WORDS) as [CareLanguage, ReadonlySet<string>][]).map(([language, small]) => [
      language,
      words.filter((word) => small.has(word)).length + lettersOf(language, text),
    ]),
  );
}

/** Returns the first of these languages in which care is spoken, or English when there is none. */
export function careLanguage(...names: readonly (string | undefined)[]): CareLanguage {
  const known = names.flatMap((name) => CARE_LANGUAGES.find((language) => language === name) ?? []);
  return known[0] ?? "en";
}

/** Letters of only some languages. Each counts as half a word. */
const OWN_LETTERS: Readonly<Partial<Record<CareLanguage, RegExp>>> = {
  es: /[ñ¿¡]/g,
  fr: /[êçœàè]/g,
  pt: /[ãõ]/g,
  de: /[äß]/g,
  pl: /[ąęłśćżźń]/g,
  tr: /[ğışİ]/g,
};

function lettersOf(language: CareLanguage, text: string): number {
  const own = OWN_LETTERS[language];
  return own === undefined ? 0 : Math.min(2, (text.toLowerCase().match(own)?.length ?? 0) / 2);
}

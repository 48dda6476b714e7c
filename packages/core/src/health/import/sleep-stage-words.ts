/**
 * The words by which phones name the stages of sleep. Health Auto Export writes them in the language of the phone, as
 * Apple's Health shows them. A word that is not here is counted as unread, and never guessed.
 */
import type { SLEEP_STAGES } from "@waldo/contracts";

type Stage = (typeof SLEEP_STAGES)[number];

/** By language: en, de, fr, es, it, pt, nl, sv, da, nb, fi, pl, cs, tr, ru, uk, ja, zh, ko, hi, ar. */
const WORDS: Readonly<Record<Stage, string>> = {
  inBed:
    "in bed, im bett, au lit, en la cama, en cama, a letto, na cama, no leito, i sängen, i sengen, sängyssä, w łóżku, v posteli, yatakta, в кровати, в постели, у ліжку, 就寝中, ベッド, ベッドにいる, 卧床, 在床上, 臥床, 침대에 누워 있음, 침대, बिस्तर में, في السرير",
  asleep:
    "asleep, unspecified, asleep unspecified, schlafend, schlaf, im schlaf, nicht angegeben, ohne angabe, endormi, endormie, sommeil, non spécifié, dormido, dormida, durmiendo, sin especificar, addormentato, nel sonno, sonno, non specificato, a dormir, dormindo, não especificado, in slaap, slaap, niet gespecificeerd, sover, ospecificerad, ospecificerat, uspecificeret, uspesifisert, nukkuu, sen, spánek, uykuda, сон, во сне, уві сні, 睡眠, 睡眠中, 指定なし, 未指定, 入睡, 수면, 지정되지 않음, नींद में, نائم",
  light:
    "core, asleep core, light, kern, kernschlaf, leicht, lent, sommeil lent, léger, principal, básico, esencial, ligero, essenziale, principale, leggero, essencial, leve, kärna, bas, lätt, kerne, let, kjerne, lett, ydinuni, kevyt, podstawowy, lekki, základní, temel, hafif, базовый, основной, базовий, コア, 核心, 核心睡眠, 코어, 얕은 수면, कोर, أساسي",
  deep: "deep, asleep deep, tief, tiefschlaf, profond, sommeil profond, profundo, profondo, diep, djup, dyb, dyp, syvä, głęboki, hluboký, derin, глубокий, глибокий, 深い, 深い睡眠, 深度, 深度睡眠, 深层, 깊은, 깊은 수면, गहरी, عميق",
  rem: "rem, asleep rem, rem schlaf, paradoxal, sommeil paradoxal, бдг, レム, レム睡眠, 快速动眼期, 快速動眼期, 快速动眼, 렘, 렘 수면",
  awake:
    "awake, wach, éveillé, éveillée, éveil, despierto, despierta, sveglio, sveglia, acordado, acordada, desperto, wakker, vaken, vågen, våken, hereillä, czuwanie, obudzony, vzhůru, bdění, uyanık, бодрствование, неспання, 覚醒, 清醒, 깨어 있음, 비수면, जागृत, مستيقظ",
};

const STAGE_OF = new Map(
  (Object.keys(WORDS) as Stage[]).flatMap((stage) =>
    WORDS[stage].split(", ").map((word) => [plain(word), stage] as const),
  ),
);

/** Returns the stage that a word means, whatever its case, accents' form, spaces and dashes. */
export function stageOfWord(word: string): Stage | undefined {
  return STAGE_OF.get(plain(word.slice(0, MOST_CHARS)));
}

const MOST_CHARS = 60;

function plain(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

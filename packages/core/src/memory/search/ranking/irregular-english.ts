/**
 * Irregular forms that no stemmer joins. Each line has a base form and its other forms: the strong verbs, irregular
 * plurals and comparatives of everyday English. A form that is also a common word with another meaning (saw, left, lay,
 * wound) counts as the verb.
 */
const FORMS = `
arise arose arisen|beat beaten|become became|begin began begun|bend bent|bet|bind bound|bite bit bitten|bleed bled
blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go went gone goes|grind ground|grow grew grown|hang hung
hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lead led|lean leant|leap leapt
learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken
overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen
seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spell spelt|spend spent|spill spilt
spin spun|spoil spoilt|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck
strive strove striven|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken
teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood|undertake undertook
undergo underwent undergone|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|withdraw withdrew
write wrote written|child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese
wife wives|knife knives|life lives|leaf leaves|shelf shelves|wolf wolves|half halves|loaf loaves|scarf scarves
good better best|bad worse worst`;

const BASE = new Map(
  FORMS.trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form) => [form, base] as const);
    }),
);

/** "went" → "go", "children" → "child". Any other word stays as it is. */
export function baseForm(word: string): string {
  return BASE.get(word) ?? word;
}

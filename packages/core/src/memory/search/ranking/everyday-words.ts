/**
 * Other ways to type a word: chat short forms, and British and American spellings. Each line is one group. Texts and
 * queries read every word of a group as the group's first word.
 */
const SPELLINGS = `
you u ya|your ur|are r|please pls plz|thanks thx tnx ty|because cuz coz bc|tomorrow tmrw tmr tomoz|tonight tonite
birthday bday|boyfriend bf|girlfriend gf|message msg|about abt|people ppl|weekend wknd|minute min mins|hour hr hrs
week wk wks|month mth mths|year yr yrs|appointment appt apt|doctor dr doc|restaurant resto|business biz|photo pic pix
favorite favourite fav fave|color colour|neighbor neighbour|flavor flavour|honor honour|humor humour|behavior behaviour
gray grey|theater theatre|center centre|liter litre|meter metre|fiber fibre|pajamas pyjamas|yogurt yoghurt
doughnut donut|mom mum|practice practise|traveling travelling|traveled travelled|jewelry jewellery|tire tyre
mustache moustache|program programme|organize organise|realize realise|apologize apologise|recognize recognise
kilometer kilometre km kms|kilogram kilo kg kgs|okay ok k|television tv telly|university uni|refrigerator fridge
mathematics math maths|advertisement ad advert|telephone phone|bicycle bike|examination exam|laboratory lab
2 two|3 three|4 four|5 five|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve|20 twenty|100 hundred
veterinarian vet|influenza flu|vegetable veggie veg|barbecue bbq`;

/**
 * Words for the same thing, where one person asks with one and another person tells with another: family, pets, home,
 * work, leisure. A query finds the other words of a group at a lower weight. This is general English and not a
 * thesaurus: a group holds only words that replace each other when people tell of their days.
 */
const KINDRED = `
mom mother mama mommy parent|dad father papa daddy parent|kid child son daughter|grandma grandmother granny nana
grandpa grandfather granddad|baby newborn infant|sister sibling|brother sibling|wife spouse partner
husband spouse partner|boyfriend girlfriend partner date|friend buddy pal mate|dog puppy pup pet|cat kitten kitty pet
photo picture image snapshot photograph|movie film|television show series|song music tune track|book novel
author writer|job work career occupation profession|boss manager|colleague coworker|company business firm
salary pay wage|car vehicle|bicycle cycling|plane flight|train railway|vacation holiday trip getaway|trip journey travel
visit travel|buy purchase get|begin start launch|finish end complete|home house apartment flat|move relocate
doctor physician|sick ill unwell|injury hurt|pain ache sore|medicine medication pill|exercise workout gym training
hike hiking trek|run jog|sport athletic|game match|team squad|contest competition tournament|prize award trophy medal
hobby pastime interest|meal dinner lunch supper|breakfast brunch|dish recipe cook|food meal cuisine|drink beverage
shop store|gift present|party celebration|wedding marry marriage|school college university|study learn
teacher instructor|class course lesson|money cash fund|phone mobile cell|laptop computer|happy glad|sad upset
anxious nervous worry stress|angry mad|tired exhausted|love like enjoy|big large huge|small little tiny
talk speak chat conversation|create make build|country nation|city town|beach ocean sea|street road
advice tip suggestion|plan schedule|lake river`;

const SPELLING = new Map(
  lines(SPELLINGS).flatMap(([written = "", ...variants]) => variants.map((variant) => [variant, written] as const)),
);
const KIN = new Map<string, string[]>();
for (const line of lines(KINDRED))
  for (const word of line) KIN.set(word, [...(KIN.get(word) ?? []), ...line.filter((other) => other !== word)]);

/** "bday" → "birthday", "colour" → "color". Any other word stays as it is. */
export function spelledOut(word: string): string {
  return SPELLING.get(word) ?? word;
}

/** Returns each word with the words that a text may use in its place. */
export function kindredWords(): Iterable<readonly [string, readonly string[]]> {
  return KIN;
}

function lines(table: string): string[][] {
  return table
    .trim()
    .split(/[|\n]/)
    .map((line) => line.split(" "));
}

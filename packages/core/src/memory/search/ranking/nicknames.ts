/**
 * Common given names with short forms that are not a prefix of them (Mel for Melanie is a prefix and needs no table).
 * English comes first, then the everyday German, Spanish and Italian names.
 */
const NAMES = `
andrew drew andy|anthony tony|barbara barb babs|catherine kate katie cathy kathy kat|christopher topher kit
deborah debbie debra|dorothy dot dottie|edward ted teddy ned eddie|elizabeth liz lizzie beth betty eliza libby
eleanor nell nora ellie|francis frank frankie|francesca chesca fran|gerald jerry|harold harry hal|helen nell nellie
henry harry hank|jacob jake|james jim jimmy jamie|jennifer jenny jen|john jack johnny jonny|jonathan jon jonny
joseph joe joey|katherine kate katie kathy kat kitty|lawrence larry|leonard lenny leo|margaret maggie meg peggy greta
mary molly polly mae|michael mike mick mikey|nicholas nick nico|patricia tricia trish patty|rebecca becky becca
richard rick dick rich ricky|robert bob bobby rob robbie|ronald ron ronnie|samantha sam sammy|sarah sally sadie
stephen steve stevie|steven steve stevie|susan sue suzy|theodore ted teddy theo|theresa tess terry|thomas tom tommy
timothy tim timmy|victoria vicky tori|virginia ginny|walter walt wally|william bill billy will liam|zachary zach zak
alexandra sasha lexi alex sandra|alexander sasha alex sandy xander|jose pepe|francisco paco pancho|guadalupe lupe
ignacio nacho|concepcion concha|giuseppe beppe peppe|luigi gigi|johannes hannes hans|josef sepp|elisabeth lisi sissi
maximilian max|nathaniel nate nathan|nathan nate|abigail abby gail|charles charlie chuck|cynthia cindy|daniel danny dan
david dave davey|matthew matt|gabriel gabe|benjamin ben benny|kenneth ken kenny`;

const TABLE = new Map<string, Set<string>>();
for (const line of NAMES.trim().split(/[|\n]/)) {
  const names = line.split(" ");
  // The full name is first in the line. Every name of a line means every other one: the full name, its short forms, and
  // the short forms among each other.
  for (const name of names)
    TABLE.set(name, new Set([...(TABLE.get(name) ?? []), ...names.filter((other) => other !== name)]));
}

/** A short form has at least this many letters. */
const MIN_SHORT_FORM = 3;

/**
 * Returns the other names that the same person may have. Most words have none. The argument and the results are in
 * lower case and folded.
 */
export function nicknames(name: string): Iterable<string> {
  return TABLE.get(name) ?? [];
}

/**
 * Returns whether two different lower-case names may belong to one person: the table has the pair, or one name is the
 * beginning of the other.
 */
export function sameName(a: string, b: string): boolean {
  if (TABLE.get(a)?.has(b)) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_SHORT_FORM && long.startsWith(short);
}

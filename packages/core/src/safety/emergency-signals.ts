/**
 * What a person in crisis, or one close to it, says. Two kinds of evidence: a phrase that speaks for itself, and weak
 * cues that speak only together. Written from clinical warning-sign lists and plain language, not from any data set's
 * rows; bench/safety-crisis.ts measures both. Phrases are in the notation of phrases.ts.
 */

const ME = "myself|meself|mysef";
const I = "i|im|ive|id|ill|me|my|mine|myself|we|us|our";
const WANT = "want|wants|wanted|wanna|wish|wished|wishing|ready|rather|hope|hoping|longing|pray|praying|prefer";
const INTENT = `${WANT}|going|gonna|plan|planning|planned|trying|tried|attempt|attempted|decided|about|might|will|ill`;
const THINK = "think|thinking|thought|thoughts|consider|considering|contemplate|contemplating|fantasize|fantasizing";
const URGE = "urge|urges|need|tempted|temptation|feel|feeling|like|love|enjoy|deserve|keep|kept|started|stop|about";
const ASK =
  "how|should|can|could|may|help|let|way|ways|method|methods|reason|reasons|tips|advice|teach|ok|okay|safe|instructions";
const MEANS =
  "pill|pills|tablet|tablets|tylenol|advil|paracetamol|ibuprofen|aspirin|xanax|painkiller|painkillers|bleach|antifreeze";
const FATAL = "die|dying|death|dead|kill|fatal|lethal|deadly|suicide|overdose";
const HEIGHT = "bridge|bridges|building|roof|rooftop|balcony|cliff|overpass|ledge|tower";
const HURT =
  "hurt|hurting|harm|harming|cut|cutting|burn|burning|injure|injuring|mutilate|mutilating|stab|stabbing|poison|poisoning|starve|starving|punish|punishing|choke|choking|kill|killing|hang|hanging";
const LIMB = "arm|arms|leg|legs|skin|hand|hands|finger|fingers|thigh|thighs|stomach|flesh|ear|tongue|toe|toes|foot";
const VITAL = "wrist|wrists|vein|veins|thighs|forearms|throat|artery|arteries";
const THEM = "himself|herself|themselves|themself";
/** "suicide squad", "suicide prevention", and the running drill. */
const NOT_MEANT =
  "prevention|squad|awareness|hotline|hotlines|bomb*|attack*|mission|vest|rate|rates|statistics|sprint*|drill*|run|runs|door*";

/** One of these is enough, however long the text. */
export const SIGNALS: Readonly<Record<string, readonly string[]>> = {
  kill_self: [
    `kill|killed|hang|hanged|hung|shoot|drown|strangle|suffocate|asphyxiate|electrocute|off|unalive ${ME} !laughing|in|for|over|trying|working`,
    `killing|hanging|shooting|drowning|offing|unaliving ${ME} !laughing|in|for|over|at|with|trying|working|doing`,
    "kms|killmyself|wanttodie|endmylife",
    `wants|wanting|threaten*|going|trying|tried|talks|talking|planning ..3 kill|hang|harm|hurt|cut|killing|harming|hurting|cutting ${THEM} !off|from`,
    `friend|sister|brother|daughter|son|mother|father|mom|mum|dad|wife|husband|partner|girlfriend|boyfriend ..6 kill|hang|killing|hanging ${THEM}`,
    "blow|blew|shoot ..1 my brains|head",
    "have|got|holding|loaded|put|with ..2 gun|bullet|shotgun|pistol ..2 to|in|through my ..1 head|mouth|brain|temple|skull",
  ],
  want_to_die: [
    `${WANT} to just|really|only|fucking? die !of|laughing|for|from|hard|trying|than|on|in|with`,
    "wanna just|really|fucking? die !of|laughing|for|from|hard|trying|than|on|in|with",
    `${WANT} to ..1 be dead`,
    "wanna be dead",
    "i|im deserve|ready|meant to be? die|dead !of|laughing|for|from|hard|trying|if|on|in|with",
    "i should|could just|be? be? die|dead !of|laughing|for|from",
    "wish|wished|wishing i was|were ..1 dead|never|unborn !in|at|on|here|there|told|asked|late",
    "wish|wished|wishing i wasnt|werent|hadnt|never been|be|ever? alive|born|existed|exist",
    "wish|hope|want ..4 never|not|dont ..1 wake|woken|woke up",
    "wish|wished ..2 never ..1 born|existed",
    `${WANT} ..2 not ..1 exist|live|alive !in|with|at|here|there`,
    `${WANT} ..2 stop|cease|quit ..1 existing|living|exist !in|with|at|here|there|like`,
    `${WANT} ..2 disappear|vanish|sleep forever`,
    "let me die",
    `${THINK}|fantas* ..2 about|of dying !my|hair|it|wool|fabric|in|for`,
    "imagin*|think|thinking|rather|wish|want ..2 not ..1 being|be alive",
    "want|wanna to? be gone !by|before|from|at|for|on|until|when",
    "if i ..2 didnt|never ..1 wake|woke up $",
    "if i ..2 didnt|never ..1 wake|woke up tomorrow|anymore",
    "feel like dying $",
    "might as well be? die|dead",
    "go|fall to|a? sleep ..3 never|not wake",
    "better off dead",
  ],
  not_want_life: [
    "dont|not|didnt|nolonger|never want|wanna|wish|care|deserve to? live|exist|stay|keep|go|be ..1 !in|with|at|near living|alive|anymore",
    "dont|not want|wanna to? live|exist !in|with|at|here|there|near|a|without|off|on|through|like|under|by|by|alone|next|my|together|close|far|far|that|somewhere",
    "dont|not want|wanna to? be here|around anymore",
    "dont|not want|wanna to? wake up anymore|again|ever|tomorrow $",
    "cant|cannot|couldnt|wont go on living",
    "cant|cannot keep living",
    "hate|tired|exhausted|sick of? being alive",
    "tired|sick|done|exhausted|weary of|with living|existing|life !in|with|at|on|here|there|like|out",
    "life|living ..1 isnt|not|hardly|never ..1 worth living|it",
    "life is|feels|seems ..1 pointless|meaningless|unbearable",
    "no|any|find|see|lost|lose|without|more ..1 reason|point|will|desire|purpose|strength|energy|wish left? to|in|for ..1 live|living|exist|existing|alive !in|with|at|here|there",
    "nothing|noone|nobody|one left? to live for",
    "given|give|gave|giving up on life|living",
  ],
  end_it: [
    "end|ending|ended|take|taking|took|finish my own|miserable|pathetic|fucking|worthless? life|existence|suffering !into|in|back|seriously|to|by|as|savings|insurance|story|partner|with",
    "end|ending it all !of|up",
    "end|ending it tonight|forever|permanently",
    `${THINK}|about ..2 ending it|everything $`,
    `${THINK}|thoughts ..2 ending things !with|with|on|there|early`,
    "want|need|wish everything|it all? to end|stop $",
    "no way out ..3 death|dying|die",
  ],
  suicide: [
    `${THINK} ..2 suicide !${NOT_MEANT}`,
    "feel|feeling|felt|am|im|being|been ..2 suicidal",
    `my ..2 suicide|suicidal !${NOT_MEANT}`,
    `suicidal thoughts|ideation|feelings`,
    "write|writing|wrote|leave|leaving ..3 suicide note|letter",
    "sewerslide",
  ],
  how_to_die: [
    `ways|way|how|method|methods|place|places to|of|i|do|for|can|could|should ..1 i|just? die|dying !of|laughing|for|from|hair|hard|my|the|in|out|it|a`,
    "painless|painlessly|peaceful|peacefully|easiest|quickest|fastest ..2 way|ways|death|method|methods ..2 die|death|dying",
    "painless|peaceful|quick|easy death !of|star|for|march",
    `how many|much ..6 ${MEANS} ..6 ${FATAL}|myself`,
    `${MEANS}|poison|poisons|chemicals|medication ..6 ${FATAL} ${ME}|me`,
    `lethal|fatal|deadly dose|dosage|overdose|amount|quantity of`,
    `swallow|swallowed|take|took|taking|drink ..5 ${MEANS}|poison ..6 die|dying|suicide|sad|forever ..1 $`,
    `drink|drinking|swallow bleach|antifreeze|poison`,
    `overdose|overdosing|overdosed|od on ..3 ${MEANS}|drugs|heroin|fentanyl|insulin|medication|meds|antidepressants|sleeping`,
    `should|could|can|want|wanna|how|going|gonna|might|intentionally|deliberately ..2 i|to|do? overdose !on`,
    "noose|nooses",
    `jump|jumping|leap|leaping off|from ..3 ${HEIGHT}`,
    "jump|jumping|throw|throwing myself? out ..3 window",
    `throw|throwing ${ME} off|from|under|in|out`,
    "jump|jumping|step|stepping|walk|walking ..1 front of ..2 train|subway|truck|bus|car|traffic",
    "walk|walking|step|jump into traffic|oncoming",
    `${HEIGHT} ..2 to jump|leap`,
    "drive|driving|crash|steer ..3 car ..1 off|into ..2 bridge|tree|wall|cliff",
    `${ASK} ..6 kill|hang|harm|hurt|cut|killing|hanging oneself|yourself !esteem`,
    "what|which ..4 overdose on",
  ],
  goodbye: [
    "goodbye cruel|world",
    "final|last goodbye",
    "my last|final day|night|hours alive|living|on ..1 earth",
    "by|when the? time? you|u read|see|get|find this ..4 dead|gone|died",
    "everyone|everybody|world|they|family|kids|people|all|friends|parents|others|wife|husband ..4 better|happier off? without me",
    "better|happier off? if i ..2 died|dead|gone|disappeared|wasnt|werent|killed",
    "nobody|noone|one|anyone|anybody|they ..3 care|miss|notice|cry ..3 if|when i|im ..2 die|died|dead|gone|disappeared|killed",
    "my goodbye|suicide notes|letters",
    "how ..5 react|feel if|when i died|killed",
  ],
  self_harm: [
    `${INTENT}|${THINK}|${URGE}|${ASK} ..3 ${HURT} ${ME} !shaving|on|by|off|some|a|out|working|running|with|at|too|into|if|while|doing|lifting|in|playing`,
    "hurt|hurting|harm|harming|cut|cutting|burn|burning|punish|punishing myself purpose|again|because|tonight|deep*|intentionally|deliberately",
    "hurt|hurting|cut|cutting|burn|burning myself on purpose",
    "hurting|harming|cutting|burning|punishing|starving|hitting|choking myself $",
    `cut|cuts|cutting|slit|slits|slitting|slash|slashing|slice|slicing|carve|carving ..2 my|your|her|his|their|own|the|into ..1 ${VITAL}`,
    `cuts|scars on my ..1 ${VITAL}|arm|arms|legs`,
    "cutting|burning|carving|slicing my own? arm|arms|leg|legs|skin|thighs|flesh|body !off|workout",
    `${WANT}|${THINK}|${URGE}|${ASK}|tips|for ..3 cut|cutting|burn|burning|slice|carve|bite|chop|saw ..1 my own? ${LIMB} !on|hair|shaving|cooking`,
    "cut|cutting|chop|chopping|saw|bite|biting ..1 off my own? finger|fingers|hand|ear|tongue|toe|toes|foot|arm|leg",
    "razor|razors|blade|blades ..4 cut|cutting|skin|wrist|wrists",
    `${INTENT}|${THINK}|${URGE}|${ASK} ..3 ${HURT} ${ME} ..1 with|on ..2 razor|razors|knife|blade|scissors|glass|lighter|cigarette*|purpose`,
    "keep|feel myself? safe ..1 tonight|from|with|around myself|tonight",
    "cant|dont|not|able ..4 keep myself safe",
    "do something|anything ..1 to myself",
    `${THINK}|${URGE} ..2 jumping off|from|out !calls|on|onto`,
    "hit|hitting|punch|punching|bang|banging|scratch|scratching|bite|biting|pinch|pinching|slap|slapping myself|head until|when|so|because|purpose|hard",
    "inflict|inflicting|cause|causing|self ..3 pain|injury ..2 myself|oneself|yourself",
    "relapse|relapsed|relapsing|clean|urge|urges|stop|quit|instead|into|about|tried|trying|want|need ..2 sh !script|file|it|t|command|shell",
    "relapse|relapsed|urge|urges|clean|stop|stopped|started|addicted ..2 cutting|cut !back|down|out|off|corners|carbs|sugar|the",
    "scars ..6 cut|cutting|harm|blade|razor",
    "numb|release|relieve|relief|ease ..3 emotional|mental|inner pain ..3 cut*|burn*|blade|razor|hurt*",
  ],
  eating_disorder: [
    "proana|promia|thinspo*|meanspo*|bonespo*",
    "pro ana|mia",
    "better|good|become|be|being|successful|tips|how|advice ..3 anorexi*|bulimi*",
    "anorexi*|bulimi* ..3 tips|tricks|goals|diet|buddy|coach*|challenge*",
    "make|making|force|forcing ..1 myself ..1 vomit|puke|throw|sick|purge",
    "vomit|puke|purge|purging|vomiting ..8 weight|skinny|skinnier|thin|calories",
    "how ..4 starve|starving|purge|purging !data|files|the|a|logs|cache",
  ],
  other_languages: [
    // Spanish, Portuguese, French, German, Hindi: few, plain, and not measured on any set.
    "quiero|quisiera morir|morirme|matarme|suicidarme",
    "me quiero morir|matar|suicidar",
    "no quiero vivir",
    "quero morrer|suicidar",
    "quero me matar|suicidar",
    "nao quero mais? viver",
    "veux mourir|crever",
    "veux me tuer|suicider",
    "envie de mourir",
    "will|möchte sterben",
    "will|möchte mich umbringen|töten",
    "mir das leben nehmen",
    "will ..1 nicht mehr leben",
    "marna chahta|chahti",
    "mar jana|jaana chahta|chahti",
    "jeena nahi|nahin chahta|chahti",
    "khudkushi|khudkhushi|aatmahatya|atmahatya",
    "आत्महत्या|खुदकुशी",
    "मरना चाहता|चाहती",
  ],
};

/** The subject by name. In a short message that is enough; in a long text it is a cue among others. */
export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  self_harm_topic: [
    "selfharm*|selfinjur*|selfmutilat*",
    "self harm*|injur*|mutilat*",
    `${I} ..6 sh !script|file|bash|zsh|shell|and|command`,
  ],
  suicide_topic: [
    `${I} ..5 suicide|suicidal !${NOT_MEANT}`,
    `${ASK}|place|places|poison|poisons|easy|easiest|painless|quick|kit|drugs|best ..5 suicide|suicidal !${NOT_MEANT}`,
    `commit|committing|attempt|attempted|attempting ..1 suicide !${NOT_MEANT}`,
    "suicide|suicidal method*|kit|tips|instructions|poison*|pills|people|person|note|plan|pact",
  ],
};
/** Words up to which a message is short. */
export const SHORT_MESSAGE = 80;

/** `hurt`: about a body being hurt. */
type Cue = {
  readonly name: string;
  readonly weight: number;
  readonly hurt?: true;
  readonly words: readonly string[];
};

/** Each counts once; together, in one stretch of talk about oneself, they may reach the threshold. */
export const CUES: readonly Cue[] = [
  { name: "sh", hurt: true, weight: 2, words: ["sh"] },
  {
    name: "wound",
    hurt: true,
    weight: 1,
    words: ["scar*", "cuts", "cutting", "cutter", "bruise*", "wound*", "bandage*"],
  },
  { name: "blood", hurt: true, weight: 1, words: ["blood", "bloody", "bleed", "bleeding", "bled"] },
  { name: "blade", hurt: true, weight: 1.5, words: ["blade", "blades", "razor", "razors", "scalpel"] },
  { name: "pain", weight: 1, words: ["pain", "painful", "hurt", "hurts", "hurting", "agony", "suffer*", "torment*"] },
  {
    name: "release",
    hurt: true,
    weight: 1,
    words: ["endorphins", "relief", "numb", "numbness", "punish", "punishment"],
  },
  { name: "habit", weight: 1, words: ["addict*", "relaps*", "urge", "urges", "coping", "cope", "triggered"] },
  { name: "hiding", weight: 0.5, words: ["hide", "hiding", "hid", "sleeves"] },
  { name: "crying", weight: 1, words: ["cry", "crying", "cried", "tears", "sob*"] },
  { name: "death", weight: 1, words: ["die", "dies", "dying", "died", "dead", "death", "grave", "funeral"] },
  { name: "hate", weight: 1, words: ["hate", "hated", "loathe", "disgusting", "disgusted"] },
  { name: "alone", weight: 1, words: ["alone", "lonely", "loneliness", "nobody", "noone", "isolated"] },
  {
    name: "worth",
    weight: 1.5,
    words: ["worthless", "useless", "burden", "failure", "hopeless*", "pathetic", "unlovable"],
  },
  {
    name: "care",
    weight: 0.5,
    words: ["therap*", "bpd", "depress*", "anxiety", "psych*", "meds", "antidepress*", "ptsd"],
  },
  { name: "means", weight: 1, words: ["pill", "pills", "overdos*", "poison", "alcohol", "noose", "rope"] },
  { name: "life", weight: 0.5, words: ["live", "living", "life", "alive", "exist", "existence"] },
  {
    name: "sadness",
    weight: 1,
    words: ["sad", "sadness", "misery", "miserable", "despair", "empty", "emptiness", "broken"],
  },
  { name: "self", weight: 0.5, words: ["myself"] },
  { name: "body", hurt: true, weight: 0.5, words: ["skin", "wrist*", "thigh*", "veins", "arms"] },
  { name: "regret", weight: 0.5, words: ["sorry", "ashamed", "shame", "guilt", "guilty", "regret"] },
  { name: "ward", weight: 0.5, words: ["mental", "mentally", "hospital*", "attempt", "attempts", "attempted"] },
  { name: "harm", hurt: true, weight: 2, words: ["suicid*", "selfharm*", "selfinjur*"] },
];
/** Words in which cues are added up. */
export const CUE_WINDOW = 120;
/** How much is enough: where a body is hurt, where there is only despair, and in a text that hardly speaks of its writer. */
export const CUE_THRESHOLD = { hurt: 3, despair: 3.5, others: 6 } as const;
/** Share of first-person words from which a text speaks of its writer. */
export const OWN_SHARE = 0.04;
export const FIRST_PERSON: ReadonlySet<string> = new Set(["i", "im", "ive", "id", "ill", "me", "my", "mine", "myself"]);

/**
 * English words by what they say about harm, in families that mean nothing alone: a body, a means, a secret, an absence.
 * rules.ts combines them in any order. So a sentence is found that no phrase of english.ts names. The notation is that of
 * phrases.ts.
 */
import type { Lexicon } from "./lexicon.ts";

const SELF = "myself|yourself|urself|oneself|themselves|themself|himself|herself|ourselves|meself|mysef";
const OWN = "my|your|own|her|his|their|ones|the";
const LIMBS =
  "skin|wrist|wrists|arm|arms|forearm|forearms|thigh|thighs|leg|legs|stomach|belly|hip|hips|ribs|body|flesh|ankle|ankles|shoulder|shoulders|veins|calves|knuckles|hand|hands";
const PILLS =
  "pill|pills|tablet|tablets|meds|medicine|medicines|medication|medications|painkillers|sleepers|paracetamol|tylenol|ibuprofen|aspirin|advil|insulin|benzos|xanax|opioids|antidepressants|fentanyl|oxy|morphine|capsules|bottle|bottles|prescription|prescriptions";
const WEAPONS =
  "gun|pistol|shotgun|rifle|revolver|bullet|bullets|rope|noose|blade|blades|razor|razors|poison|cyanide|helium";
const HEIGHTS =
  "bridge|bridges|roof|rooftop|ledge|balcony|cliff|cliffs|overpass|tower|railing|railings|edge|window|viaduct|parapet|garage";
const RAILS =
  "train|trains|tracks|track|rails|subway|tube|metro|platform|bus|truck|lorry|traffic|motorway|freeway|highway";
const GONE = "gone|dead|died|disappear*|vanish*|exist*|here|around|alive|born|existing|left this";
const PEOPLE =
  "nobody|noone|none|one|they|theyd|everyone|everybody|anyone|people|family|friends|kids|parents|world|wife|husband|mum|mom|dad|all|someone|anybody|person|soul";
const END_LIFE = "end|ends|ended|ending|take|takes|took|taking|taken";

export const ENGLISH_PARTS: Lexicon = {
  hurting: [
    `hurting|harming|cutting|burning|starving|injuring|scratching|bruising|hitting|punching|choking|strangling|hanging|killing|drowning|suffocating|poisoning|stabbing|biting|mutilating|slicing|carving|unaliving ..1 ${SELF} !shaving|at|on|playing|lifting|while|running|cooking|during|by|trying|working|too|some|a|in|out|short|off|slack|if`,
  ],
  injury: [
    `cut|cuts|cutting|burn|burns|burning|burned|burnt|scratch*|bruis*|injur*|mutilat*|stab*|carv*|slic*|slash*|slit*|scrap*|poke*|claw*|pinch*|bite|biting|bit|puncture*|peel*|scald*|brand*|stitch* ..2 ${OWN} ..1 ${LIMBS}`,
    `hurt|hurts|harm|harms|cut|cuts|burn|burns|burned|scratch|scratched|bruise|injure|hit|hits|punch|slap|bite|pinch|stab|choke|strangle|carve|starve|punish|poison ${SELF}`,
    `bang*|hit|hits|hitting|punch*|slap*|smash*|knock*|slam*|beat|beating ..2 ${OWN} ..1 head|face|skull|fist|fists|thighs|legs|wall|hand|hands|arm|arms`,
    "punch*|kick*|hit|hitting walls|wall|mirror|concrete",
    "dig|digging|digs|dug|press|pressing|sink ..1 nails|fingernails|pin|pins|needle|needles|thumbtack",
    "draw|drawing|drew blood",
    "bleed|bleeding|blood ..2 until|makes|calms|helps|watch*",
    "fresh|new|old|more|deep|hidden|the|my cuts|scars|burns|wounds|gashes|slits",
    "cuts|scars|burns|wounds|gashes|scabs|lines|marks|slits ..3 on|over|across|along|up|down|all ..2 my|her|his|their ..1 arm|arms|wrist|wrists|thigh|thighs|leg|legs|stomach|hips|forearm|forearms",
    "wrist|wrists|thigh|thighs|forearm|forearms|arms|hips ..5 cuts|scars|burns|marks|bandage*|gauze|scabs|lines",
    "scratch*|cut|dig|claw|pick|bite ..3 until|till ..4 blood|bleeds|bleed|raw",
  ],
  release: [
    "calm|calms|calmer|calmed|soothe*|relief|relieved|relieves|release|releases|numb|numbs|numbness|punish*|deserve*|cope|copes|coping|punished",
    "feel|feels|feeling ..1 something|anything|alive|real|better|nothing|control|in",
    "whenever|everytime|when|because|after ..1 i|im|ive|we|he|she|they|things|everything|it|its ..3 mess|messed|fail|failed|fight|argue|yell*|shout*|scream*|upset|sad|angry|overwhelm*|anxious|panic*|hate|numb|empty|lonely|stress*|wrong|worthless|stupid|guilty|ashamed|disgust*|depress*|bad|much",
    "until|till ..2 bleed*|bleeds|blood|bruise*|hurts|red|raw|numb|stops",
    "purpose|deliberate*|intention*|punishment",
    "makes|make|quiets|silences ..2 quiet|stop|thoughts|pain|bearable|noise",
    "pain ..3 away|stop|gone|inside|quiet|outside|physical",
    "only thing that|which",
    "every|each time i|im|ive|we|she|he",
    "to feel|stop|punish|calm|cope",
    "miss|missing|crave|craving|craves|urge|rush|comfort|comforts|friend",
    "when|because you|youre|people|someone ..2 angry|sad|stressed|upset|anxious|overwhelmed|numb|fail|guilty",
  ],
  secret: [
    "hide|hides|hid|hiding|hidden|conceal*|secret|secretly|sneak*|discreet*|cover|covering|covered|undetected|unnoticed|invisible",
    "finding|find|finds|found out",
    "catching|catch|catches|caught on|me|us",
    "nobody|noone|one|anybody|anyone|parents|mum|mom|mother|dad|father|family|teacher|therapist|husband|wife|friends|doctor|they|everyone|people ..2 see|sees|seeing|know|knows|knowing|notice|notices|noticing|noticed|suspect*|realis*|realiz*|find|finding|wont|wouldnt",
    "long sleeves|sleeve|skirts|trousers|pants",
    "sleeves|hoodie|hoodies|bracelets|makeup|concealer|bandages ..4 summer|hot|heat|hide|cover|always|so|over",
    "doesnt|dont|without|not|wont show|showing",
    "spot|spots|spotted|spotting|excuse|excuses|alibi",
    "lie|lies|lying|explain|story|tell|say ..4 doctor|nurse|parents|teacher|mum|mom|school|gym|friends|swimming|beach|scars|cuts|marks",
    "lie|lies|lying",
    "asks|ask|asking ..2 about",
    "noticing|realising|realizing|suspecting",
  ],
  sh: ["sh !script|scripts|file|files|bash|zsh|shell|command|and|it|t|oot|terminal|or|is|extension|line|from|error"],
  habit: [
    "clean|relapse*|relapsing|urge|urges|scars|streak|tempted|recovery|addicted|addiction|again|quit|stop|stopping|stopped|started|resist|craving|cuts|thoughts|hide|feel|feeling|sad|tonight|cope|help|therapist",
    "without",
  ],
  cutting: [
    "i|she|he|they|im|shes|hes|hed|who|been|back|to|still|started|start|stopped|friend|sister|daughter|son|brother|girlfriend|boyfriend|about|of cut|cuts|cutting|burn|burns|burning $|again|when|because|sometimes|tonight|more|since|anymore|but|and|at|for|alone|every|everyday|or",
  ],
  absence: [
    `if|when|once|after|that|until|unless ..1 i|im|id|me ..3 ${GONE} !late|home|work|wrong`,
    `if|when|once|after i ..3 ended it|things|everything|myself`,
    "without me !in|at|on|there|for",
    "if|once i|im|id ..3 picture|equation|lives|way|world",
    "stop|stops|stopped|stopping|cease|ceased|quit existing|being|breathing|living",
    "end|ends|ended|ending ..1 it|things|everything|all tonight|forever|$",
    "i ..1 disappear|disappeared|vanish|vanished|die|died !on|from|for",
    "my ..1 funeral|death|grave|burial|absence",
    "if|when|once i|im ..1 wasnt|werent|isnt|not|arent ..1 there|here|around",
  ],
  unmissed: [
    `${PEOPLE} ..4 care|cares|cared|notice|notices|noticed|miss|misses|missed|blink|cry|mourn|grieve|sad|relieved|happier|easier|freer|free|recover|bother|attend|show|come|look`,
    `${PEOPLE} ..4 better off|without`,
    "get over|past|on it|me|without|with",
    "move on",
    "be|is|are|feel ..1 relieved|relief|happier|easier|better|lighter|free",
    "a|such|big|huge relief|favor|favour|gift|blessing",
  ],
  ending: [
    `${END_LIFE} ..1 my|your|his|her|their|ones own? life|lives !into|in|back|seriously|to|by|as|savings|insurance|story|for|easy|slow|partner|on|too|work|around|apart|of|better`,
    `${END_LIFE} ..1 my|your|his|her|their|ones own life|lives !into|in|seriously|back`,
    "end|ends|ending|take|taking hers|theirs|mine|yours !from|to|back|with|off|up|out",
    "end|ending it|things|everything ..1 once|for all|good|ever",
    "end|ends|ended|ending|take|takes a|someones|somebodys|human|ones life|lives !of|insurance|easy",
  ],
  endless: [
    "never|not|dont|wont|without ever? wake|waking|wakes|woke up !early|at|late|before|to|in|on|tired|with|for|so|the",
    "never|not open my|your|their eyes again",
    "sleep|sleeping|asleep ..2 forever|eternally|permanently",
    "go|die|dying|slip|pass|leave|drift ..1 in|away my|your|their|a sleep",
    "not|never ..2 come|coming back ..2 this|life|world|$",
    "not|never|wont|dont ..3 open|opening my|your|their eyes again|$",
    "lights|light ..2 out|off for|forever good|forever|$",
    "not|stop|stopped|stopping|cease|ceasing|quit|without existing|being|breathing alive|here|$|anymore|at",
    "pray|prayed|praying|beg|begging|begged|ask|asking ..1 god|lord|universe|death|him ..4 take|end|kill|let|die me|it|my|$",
    "leave|leaving|depart|departing|exit|exiting|quit ..1 this|the world|earth|planet|life|existence !stage|of",
    "simpler|easier|better|nicer|peaceful|kinder ..3 not to? be|exist|live|existing|living $|here|anymore|alive|at|and",
    "put|putting me|myself down|out ..1 of|$ ..1 misery|$",
    "being dead !tired|last|serious|weight|set|on|right|wrong",
  ],
  weary: [
    "be|being|gone gone|for|forever good|forever|$",
    "not|never|wont|dont ..4 making|make it ..1 to|past|through|till|until ..1 next|month|morning|spring|summer|winter|christmas|birthday|year|graduation|tonight|thirty|my|twenty|eighteen $|and|i|or|alive",
    "not|never|cant|without ..2 face|facing|see|seeing|survive|endure|bear ..1 another|tomorrow|next|one ..1 morning|day|sunrise|week|year|dawn|night",
    "nonexistence|nonexistent|oblivion",
    "waste|wasting|fade|fading|wither|withering|slip|slipping away",
    "other side|six feet|eternal|final|everlasting sleep|rest|peace|under $|forever|finally|soon|now",
    "in|into my|a|the coffin|grave|casket|urn|morgue|ground",
    "for|read|open afterwards|afterward",
    "go|going|gone|leave|leaving|left|checkout|depart for good|forever !home",
    "check|checking|checked out for|of good|life|forever|this",
    "walk|walking|swim|swimming|wade|wading|drift ..1 into|out|to ..1 sea|ocean|lake|river|water ..4 not|never|without|stones|pockets|forever|back",
    "should ..1 have been me !who|that|on",
    "never|not ..2 been born",
    "mistake|accident|error ..3 i was|got born",
    "not|dont|never|wont ..4 live|living|alive|around past|beyond|until|till|after|long !work|five|six",
    "not|wont|never|dont come|coming round|to|around $",
    "meet|meeting my end|maker",
    "last|final ..1 message|post|text|letter|note|birthday|christmas|sunset|meal|words|entry ..3 i|ill|im ..2 ever|write|send|see|have",
  ],
  death: [
    "die|dies|dying|died|death|suicide|suicidal|overdos*|lethal|fatal|deadly|deadliest|unalive*|sewerslide",
    "kill|kills|killing ..1 person|human|man|woman|adult|you|me|someone|people",
    "end|ending it|everything|things|all for|once|now|tonight|forever|quick*|peace*|$",
    "finish|end|off|kill|take|do|knock ..1 someone|somebody|anyone|anybody|person|man|woman|adult|me|off|out|in|human|yourself ..1 for|off|out|$|quickly|forever",
    "stop|stopping|stops ..1 my|your|the|a heart !rate|racing|from|pounding|problems|disease|attack|beating",
    "not|dont|wont|didnt|never|cant survive|surviving !without|in|on|winter|this|another",
    "stop|stops|stopping breathing !exercises|through",
  ],
  amount: [
    "dose|doses|dosage|amount|quantity|much|many|enough|concentration|volume|limit|combination|combo|cocktail|mix|mixture|mixing|combining|strength",
  ],
  medicine: [
    `${PILLS}|drug|drugs|alcohol|vodka|cleaner|cleaners|bleach|antifreeze|pesticide|cough|substance|substances|chemical|chemicals|plant|plants|mushroom|mushrooms|berries|gas|fumes|potassium|nicotine|heroin`,
  ],
  supply: [
    `save|saved|saving|stash|stashed|stashing|hoard|hoarded|hoarding|stockpile|stockpiled|stockpiling|collect|collected|collecting|gather|gathered|gathering|keep|kept|keeping|hid|hidden|bought|buy|buying|ordered|got|have|found|borrowed|took|stole|loaded|enough|count|counted|counting|lined ..5 ${PILLS}|${WEAPONS}|exit|stash`,
  ],
  means: [`${WEAPONS}|carbon|exhaust|monoxide|charcoal|nitrogen|nembutal|pentobarbital|antifreeze|bleach|hose`],
  height: [`${HEIGHTS}|${RAILS}`],
  falling: [
    "jump|jumps|jumping|jumped|leap|leaping|step|stepping|stepped|fall|falling|drop|dropping|let|letting|lean|leaning|climb|climbing ..1 off|over|under|go|down|into|in|from|front|out|onto",
    "go|going|get|lie|lay|lying|laying|walk|walking|run|running|throw|throwing|step|stepping|roll|end|slip under|in|on|onto|before|into front? of? ..2 train|trains|tracks|rails|subway|bus|truck|lorry|traffic|car|cars|metro|tube",
    "how easy|simple|quick|fast|easily|high|far|long|cold|deep",
    "just|one step|jump|jumping|second|moment|push|swerve|swerving",
    "swerve|swerving|steer|crash|crashing ..4 wall|tree|truck|traffic|bridge|rail|river",
    "find|finds|found|finding|catch|miss|stop me|my",
    "body|ground|pavement|below|bottom|splat",
  ],
  ponder: [
    "think|thinking|thought|thoughts|imagine|imagining|imagined|picture|picturing|wonder|wondering|wondered|tempted|temptation|fantas*|daydream*|urge|urges|pull|calling|calls|staring|stare|stared|considering|considered|visualis*|visualiz*|plan|planning|planned|googl*|researching|keep",
  ],
  ask: [
    "how|what|whats|which|where|best|easiest|quickest|fastest|simplest|safest|worst|tips|advice|guide|tutorial|instructions|steps|teach|explain|list|ways|way|method|methods|technique*|recommend|suggest|ideas|show|give|tell|describe|write|walk",
  ],
  lethal: ["deadliest|deadly|lethal|fatal|toxic|poisonous|untraceable|dangerous|harmful"],
  obtain: [
    "buy|get|counter|home|house|household|store|stores|pharmacy|supermarket|kitchen|cabinet|garage|shed|bathroom|make|mix|brew|order|online|legally|obtain|swallow|drink|ingest|inhale|eat|without",
  ],
  faint: [
    "pass|passing|passes|passed out",
    "faint|fainting|blackout|asphyxia*|unconscious|unconsciousness|hyperventilat*|choke|choking|suffocat*|strangl*",
    "black|blacking out",
    "hold|holding ..2 breath ..2 until|till|long*",
    "cut|cutting|restrict|restricting|block|blocking off? ..2 oxygen|air|airway|blood|circulation",
  ],
  dare: ["challenge|challenges|game|games|fun|dare|dares|trend|high|rush|thrill|trick|party|tiktok|euphoria|buzz"],
  starving: [
    "on|under|below|only|just|about|around|exactly|max|maximum|than|most 0|50|100|150|200|250|300|350|400|450|500|600|700|zero calories|kcal|cal|cals|calorie",
    "dont|doesnt|didnt|cant|wont|wouldnt|not|without|stop|stopped|avoid|avoiding|refuse|refusing|barely|never|skip|skipping|skipped|quit ..1 eat|eating|eaten|food|meals|meal !meat|sugar|gluten|dairy|out|sweets|carbs|late|bread|at|before|after|in|candy|fish|eggs|chocolate|like|enough",
    "starve|starving|starvation|fast|fasting !fast|internet|forward|food|track|charging|pace|car|for|at|of|right",
    "only|just ..3 eat|ate|eating|have|had|allow|allowed|let ..4 apple|lettuce|celery|cucumber|gum|ice|broth|water|coffee|crackers|rice",
    "dont|not|doesnt deserve ..2 food|eat|eating|meal|meals|dinner|breakfast|lunch|fed",
    "last|longest|days|hours ..3 without|no ..1 food|eating|meal",
    "water|juice|coffee|gum only|for fast|days|week|weeks|diet",
    "hunger|hungry|appetite|cravings ..1 stop|ignore|suppress|disappear|away",
    "stop|stopping|ignore|ignoring|suppress*|numb|fight|beat|trick|lose|kill|resist|not|never|without ..2 hunger|hungry|appetite",
    "not|havent|hasnt|nothing|barely ..1 eaten|ate|eat|food ..1 since|in|for|all",
    "empty stomach",
    "skip|skipped|skipping ..2 meal|meals|breakfast|lunch|dinner",
    "ate|eat|eating|eaten nothing",
    "every calorie|bite|meal",
  ],
  thin: [
    "thin|thinner|thinnest|skinny|skinnier|skeletal|bones|bony|underweight|weight|pounds|kilos|kg|lbs|slim|thigh|ribs|collarbone*|size|bmi|fat|disgusting|deserve*|punish*|control|anorexi*|bulimi*|ana|mia",
    "waste|wasting|disappear|shrink|smaller|tiny|waist|model|ballerina|perfect|bones|hipbones|runway",
  ],
  ate: [
    "foods|eat|eats|eating|ate|eaten|meal|meals|food|dinner|lunch|breakfast|binge*|bingeing|snack|calories|dessert",
  ],
  purging: [
    "bring|brings|brought|bringing|get|getting|gets|force|forcing|throw|throwing|threw|throws|spit|chuck* ..3 back? up !to|the|from|with|at|on|for|early|late|speed",
    "fingers|finger|toothbrush|spoon ..3 down ..1 my|your|the|her|their throat",
    "make|making|makes|made|force|forcing ..1 myself|yourself|herself|himself|themselves|oneself ..2 sick|vomit|puke|throw|purge|gag",
    "laxative*|diuretic*|ipecac|purge|purges|purged|purging|emetic*",
    "rid of ..2 food|calories|meal|it|dinner|everything",
    "vomit|vomiting|puke|puking ..4 secret*|quiet*|after|every|weight|without|on",
    "come|comes|coming|came back? up easy|easier|easiest|easily|again|afterwards|afterward|smooth*|after|best|fast*",
  ],
  farewell: [
    "last|final|goodbye|farewell ..1 night|message|post|text|words|letter|letters|note|day|call|hug|time|birthday|christmas|sunset|goodbyes",
    "goodbye|goodbyes|farewell|farewells !party|lunch|drinks|dinner|cake|card|gift|email|tour|speech",
    "thank|thanks|sorry|love ..6 for everything",
    "thats|this is it from|for me",
    "take|look care of|after ..2 dog|cat|mum|mom|kids|each|brother|sister|plants|each",
    "giv*|donat* ..1 away|out ..2 everything|stuff|things|belongings|possessions|clothes|pets",
    "tell|let ..4 know ..4 love|loved|sorry",
    "written|wrote|writing|write|left|leave|leaving ..3 letter|letters|note|notes|will",
    "put|putting|say|include|contain|belong|write|writing|leave|leaving|left|written|wrote ..4 note|letter|letters|notes|video|videos|recording",
  ],
  silent: [
    "not|isnt|wont|doesnt|hasnt|stopped|didnt|wasnt|never ..1 picking|answer*|respond*|repl*|pick|reading|texting|online",
    "unreachable|voicemail",
    "cant|cannot reach|find|get ..1 him|her|them|hold",
    "worried|scared|afraid|frightened|terrified|freaking|panicking",
  ],
  leaving: [
    "wont|not|will|wouldnt be around|here|alive|there !at|for|in|on|until|tomorrow|before|when|to",
    "leaving|leave|departing this|the world|earth|planet|life|place",
    "be gone|dead forever|by|soon|for|after|tonight|tomorrow|then",
    "join|joining|follow|see ..3 heaven|side|grave|again|mum|mom|dad|him|her|them there|$|soon|tonight|up|on|beyond|afterlife",
    "out for|of good|life|here|existence|existing|this|misery",
    "meet my maker",
  ],
  decided: [
    "picked|chosen|chose|set|fixed|decided|circled ..2 day|date|time|place|spot|night|method|way",
    "mind ..1 made",
    "note|notes|letter|letters|will is|are|has|already|lies|ready|written|$",
  ],
  selfless: [
    "end|ends|ending|ended|finish|off|offing|offed|doing|unalive|unaliving|unalived|kill|kills|killing|killed|hang|hangs|hanging|hanged|hung|drown|drowning|shoot|shooting|gas|gassing|poison|poisoning|strangle|starve|starving ..1 in? himself|herself|themselves|themself|yourself|oneself|urself !over|laughing|at|with",
    "do|doing did|done? myself|himself|herself|themselves|yourself in",
  ],
  nosurvivor: [
    "nobody|noone|none|no|never|nothing|not|cant|impossible|without|zero ..2 survive|survives|survived|surviving|survivors|survival",
    "unsurvivable|certain death",
  ],
  attempt: [
    "tried|try|attempted|attempt|attempts|od|overdose|overdosed|last time|to|it|ended|i|myself|tried|attempted ..1 go|leave|end|die|do|escape|it|i|once|twice|last|before|already|again",
  ],
  failed: [
    "failed|survived|unfortunately|unsuccessful*|botched",
    "didnt|did|doesnt not? work|succeed|manage",
    "found|stopped|saved|revived|rescued|pumped me|my",
    "woke up in|anyway|disappointed|still|hospital",
  ],
  retry: ["this|next|the time", "again|properly|finish|succeed|surer|better|stronger|higher|more"],
  crash: [
    "driv*|steer*|swerv*|crash*|ram|ramming|plow*|turn|veer* ..5 into|off|against ..2 wall|tree|trees|truck|lorry|traffic|bridge|river|lake|pillar|barrier|cliff|sea|ocean|oncoming|divider|pole|lane|road",
  ],
  dyingway: [
    "bleed|bleeding|bled|freeze|freezing|starve|starving|burn|burning|fall|falling|choke|choking ..1 out|to death|$",
    "suffocat*|drown|drowning|hang|hanging|strangl*|asphyxiat*|overdos*|electrocut*|exsanguinat*|hypotherm*",
    "die|dying ..1 by|from|of ..1 hanging|drowning|overdose|gunshot|cold|hypothermia|poison|gas|monoxide|bleeding|blood|suffocation",
    "hang|hanged $|themselves|yourself|oneself",
  ],
  quick: [
    "quicker|quick|quickest|painful|painless|painlessly|faster|fastest|slow|slower|longest|worse|easier|easiest|peaceful|least|gentlest|surest|reliable|certain",
    "how|does|would|will ..3 hurt|hurts|painful|long|feel",
    "do|does|is|feel ..3 pain|painful|hurt",
  ],
  tool: [
    "scissors|blade|blades|razor|razors|knife|knives|lighter|cigarette|cigarettes|cig|shard|glass|scalpel|boxcutter|cutter|matches|flame|candle|sharpener|thumbtack|staples|compass",
  ],
  limb: [
    `my|your|own ..1 skin|wrist|wrists|arm|arms|forearm|forearms|thigh|thighs|leg|legs|stomach|belly|hip|hips|flesh|ankle|ankles|veins|throat|chest !hair`,
  ],
  wound: [
    "cut|cuts|cutting|burn|burns|burning|bruise|bruises|wound|wounds|scratch|scratches|slit|slits|bleed|bleeds|bleeding|scar|scars|scarring|injury|injuries|injure|hurt|hurting",
    "mark|marks|rub|rubbing|scrape|scraping|picking|rashes",
  ],
  body: ["body|skin|arm|arms|wrist|wrists|thigh|thighs|leg|legs|stomach|spot|part|place|parts|places|limb|forearm"],
  giving: [
    "gave|give|giving|given|donating|donated|sold|selling|sell ..1 away|out|off|all|my|everything",
    "gave|give|giving ..3 away",
  ],
  noneed: [
    "wont|not|dont|no|nothing|never|longer ..3 need|needing|use|matter ..2 it|them|any|anymore|these|those|that|where|$",
  ],
  amends: [
    "sorry|forgive|forgiveness|apologise|apologize|apologies|regret|thank*|thankful|grateful|love|loved ..3 everything|me|all|you|being|not|everyone|yall",
  ],
  goodbye: [
    "goodbye|farewell|goodbyes|adieu|byebye !party|lunch|drinks|dinner|cake|card|gift|email|tour|speech|to|kiss|kisses",
  ],
  without: [
    "says|saying|said|told|thinks|convinced|believes|insists|keeps|writes ..5 better|happier|easier|fine|nobody|noone|care|miss|notice ..3 without|if|off|miss|about him|her|them|he|she|they",
  ],
  throughwith: [
    "go|going|goes|went|follow|following|gone through with|on it|this|that|suicide|jump|jumping|plan|the|his|her|their",
    "do|doing|did it !for|right|at|in|with|without|again|like|yourself|myself|by|all|every",
  ],
  pushing: [
    "convinc*|persuad*|encourag*|goad*|pressur*|manipulat*|coerc*|push|pushing|urge|dare|daring|bully*|nudge|talk|talking|trick|tricking|drive|driving|make|get|getting ..5 into|to|off",
  ],
  fragile: [
    "depressed|suicidal|vulnerable|sad|unstable|lonely|desperate|fragile|selfharm*|hopeless|bullied|insecure|teen|teenager|victim|ledge|roof|bridge",
  ],
  armed: [`have|has|got|bought|loaded|tied|found|borrowed|keep|brought|packed|prepared ..3 ${WEAPONS}`],
  hour: [
    "tonights|todays the night|day",
    "tonight|today is|tonight the night|day",
    "tonight|ready|finally|waiting|finish|soon|do ..1 $",
    "know where|how|when",
  ],
  blade: ["blade|blades|razor|razors|boxcutter|scalpel|barcode|barcodes|styro|styros"],
  poison: [
    "bleach|antifreeze|detergent|drano|pesticide|pesticides|insecticide|weedkiller|ammonia|gasoline|petrol|methanol|turpentine|cleaner|cleaners|batteries|cyanide|nitrite|acid|mercury|arsenic|hemlock|oleander|foxglove|nightshade|yew",
  ],
  ingest: [
    "drink|drinks|drinking|drank|drunk|swallow|swallows|swallowing|swallowed|eat|eating|ate|ingest|ingests|ingesting|ingested|inject|injecting|inhale|inhaling|sniff|chug|down|downed|take|taking|took|taken|consume|overdose",
  ],
  whole: ["whole|entire|full|handful|handfuls|bottle|bottles|box|boxes|packet|fistful|strip"],
  mydeath: ["my|our ..1 death|suicide|passing|demise"],
  accident: ["accident|accidents|accidental|accidentally|natural"],
  gunsight: ["gun|shotgun|pistol|rifle|revolver|rope|noose|blade|razor|pills|knife"],
  onself: ["use|using|used|turn|turning|point|pointing|try|trying ..3 on|at myself|me"],
  pride: [
    "winning|win|proud|pride|achievement|power|powerful|control|pure|clean|light|lighter|success|accomplished|strong|reward|virtuous|victory",
    "feels|feel|felt ..1 good|great|amazing|high|like|right|safe",
  ],
  courage: ["courage|courageous|guts|nerve|coward|cowardly|brave|bravery|balls|weak"],
  relapse: ["relapse|relapsed|relapses|relapsing", "clean for|since|streak", "urge|urges"],
  glorify: [
    "beautiful|beauty|cool|glamorous|glam|romantic|attractive|aesthetic|trendy|sexy|heroic|poetic|appealing|inspiring|celebrat*|praise|praises|praising|ode|caption|hashtag*|slogan|anthem|perfection|empowering|virtue",
  ],
  topic: [
    "cutting|selfharm*|suicide|suicidal|starving|starvation|anorexi*|bulimi*|overdos*|purging|hanging|thinspo*|ana|mia",
    "self harm*|injur*|hatred|destruct*",
    "hurting|harming|killing|cutting|starving yourself|oneself|themselves|myself",
  ],
  breaking: [
    "break|breaking|fracture|fracturing|dislocate|snap|sprain ..1 my|your|own|ones ..1 arm|leg|bone|bones|nose|finger|fingers|wrist|hand|ankle|foot|toe|ribs",
    "make|making|get|getting|give|giving myself|yourself ..1 a|an|so? sick|ill|bleed|faint|unconscious|pass|infected|hypothermia|concussion|bruise|bruises|scar|scars|cancer|hiv|fever|hurt|injured|hit",
    "infect|infecting|contaminate myself|yourself",
  ],
  hell: ["life|living|existing|existence|alive|waking"],
  torment: [
    "pain|darkness|struggle|garbage|shit|emptiness|hell|torture|torturous|painful|hurts|exhausting|agony|prison|punishment|curse|unliveable|unlivable|misery|nightmare|suffer|suffering|pointless|meaningless|worthless|unbearable|chore",
    "no|without|little|zero|any|has value|meaning|worth|purpose|sense",
  ],
  reunite: [
    "follow|following|join|joining|rejoin|reunite|reunited|be|see ..2 him|her|them|mum|mom|mother|dad|father|husband|wife|son|daughter|baby|brother|sister|grandma",
  ],
  scars: ["scars|cuts|scabs|slashes|slits|cigarette !from|surgery|operation"],
  intent: ["going|gonna|plan|planning|intend|decided|tempted|long|longing|about|wait|tried|ready"],
  vein: ["vein|veins|artery|arteries|tendon|tendons|wrist|wrists"],
};

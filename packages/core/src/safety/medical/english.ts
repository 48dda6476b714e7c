/** What a medical claim or an advice sounds like in English, over the kinds of lexicon.ts. The notation is phrases.ts's. */

const I = "xillness|xsigned";
const IT = "it|this|that|these|those|all|everything|things";
/** What a verdict may be about. */
const SUBJECT = "it|this|that|these|those|all|everything|you|your|we|symptoms|signs|numbers|picture|pattern|data|readings|night|nights";
const BE = "is|are|be|was|am";
const LOOK = "look|looks|looking|sound|sounds|seem|seems|appear|appears|smell|smells|feel|feels|read|reads";
const MEAN =
  "mean|means|suggest|suggests|indicate|indicates|signal|signals|imply|implies|resemble|resembles|scream|screams|spell|spells|show|shows|confirm|confirms|reveal|reveals|detect|detected|detects|found|says";
const GET =
  "have|has|had|got|caught|catch|contracted|developed|develop|developing|suffer|suffering|suffers|having|experiencing|fighting|battling|facing|show|showing|shows|dealing|struggling|living|coming|meet|meets|tick|fit|fits";
const WHO = "you|xkin";
const SYMPTOM =
  "tremor|stiffness|numbness|dizziness|nausea|swelling|vision|eyesight|hearing|memory|cramps|pain|pains|lump|rash|spot|swelling|cough|mole|ache|headache|headaches|fatigue|tiredness|symptoms|symptom|problem|readings|numbers|hrv|pulse|fever|palpitations";
const MED = "xdrug|xmeds|xsupp";
const NAMED = "xdrug|xsupp";
const CHANGE =
  "crush|chew|dissolve|stop|quit|skip|pause|hold|drop|ditch|leave|halve|cut|reduce|lower|raise|increase|decrease|taper|change|replace|swap|switch|adjust|discontinue|leave|omit|miss|suspend|cease|avoid|split|boost|bump|alter|triple|lessen|toss";
const CHANGING =
  "stopping|quitting|skipping|pausing|dropping|doubling|halving|cutting|reducing|lowering|raising|increasing|decreasing|tapering|changing|replacing|swapping|switching|adjusting|discontinuing|missing|splitting|upping";
const CHANGED =
  "stopped|halved|doubled|increased|raised|lowered|reduced|changed|skipped|paused|adjusted|dropped|higher|lower|stronger|weaker|up|down";
const MUST = "should|could|must|needs|need|has|ought|can|may";
const TAKE = "take|use|pop|swallow|chew|try|give|inject|apply|rub|put|drink|add";
const PERIOD =
  "weekend|morning|evening|tonight|midnight|holidays|easter|birthday|day|days|week|weeks|month|months|year|years|spring|summer|autumn|winter|christmas|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|fortnight";
const WELL =
  "recover|recovered|heal|healed|cured|gone|over|pass|disappear|clear|better|well|normal|healthy|recovery|fit|vanish|fade";

export const DIAGNOSIS: Readonly<Record<string, readonly string[]>> = {
  has: [
    `${WHO} ..3 ${GET} got|been? off|down? from|with|off|to? living? with? xhedge? ${I}`,
    `${WHO} ..2 ${GET} ..1 criteria|box|boxes|profile|pattern|bill for|of ${I}`,
    `${WHO} ..2 tick|meet|fit ..3 for ${I}`,
    `you ..2 are|be ..1 in ${I}`,
    `your ..3 ${BE} in ${I}`,
    `xkin ..4 has|have|had xhedge? ${I}`,
    `he|she|they xhedge has|have ${I}`,
    `he|she is got ${I}`,
    `it|this|that has ..1 ${I} written|all`,
    `you|your ..3 free of|from ${I}`,
    `i ..3 lean|leaning|leans towards|toward|to ${I}`,
    `i ..1 name|call it|this|that ${I}`,
    `he|she|they ${LOOK} ..2 have|has? ${I}`,
    `your body ..2 fighting|battling off? ${I}`,
    `${I} is|are what you have|describe`,
    `you|we ${BE} looking|staring at ..1 ${I}`,
    `${WHO}|your ..3 have|has|had|bear|bears|carry|carries|show|shows|display|displays|got ..2 xsigned`,
    "you ..2 are|is|become|became|grown|got|getting|been ..1 addicted|dependent|hooked|reliant to|on|upon ..2 xdrug|xmeds|xsupp|alcohol|drink|opioids|nicotine",
    "your body ..3 addicted|dependent|hooked|reliant to|on|upon ..2 xdrug|xmeds|xsupp|alcohol|nicotine",
    "you may|might|could|must|seem|appear|xhedge|become|became|sound ..3 allergic|intolerant|hypersensitive to",
  ],
  are: [
    `${WHO} ..3 ${BE} a|an|in|xhedge? xhedge? xadj`,
    "you are ..3 xadj",
    `${WHO} ${LOOK} like? a? xadj`,
    `your thyroid|heart|kidney|kidneys|liver|lungs|pancreas|gut|prostate is|are xhedge? underactive|overactive|enlarged|failing|inflamed|damaged|diseased`,
  ],
  low: [
    "you are|run|running|were low|short|deficient on|in ..1 iron|ferritin|b12|vitamin|vitamins|magnesium|zinc|folate|potassium|testosterone|estrogen|serotonin|dopamine|xsupp",
    "you lack ..1 iron|ferritin|b12|vitamin|magnesium|zinc|folate|testosterone|xsupp",
    `your iron|ferritin|thyroid|cortisol|testosterone|estrogen|potassium|sodium|cholesterol|glucose|sugar|hormones|serotonin|hormone ..2 ${BE}|runs|run ..1 low|high|off|elevated|depleted|imbalanced|deficient`,
  ],
  given: [
    `these|this|that|your|you|those ..8 ${I} is|are|seems|looks ..1 given|obvious|clear|evident|undeniable|unmistakable|certain|it|what|xhedge`,
    "you|xkin ..2 in remission",
    "you are ..2 cured|cancerfree",
    `readings|numbers|data|results|tests|curve|chart|ring|watch|values|scan confirm|confirms|show|shows|prove|proves|reveal|reveals|say|says|leave|spell|shout ..3 ${I}`,
  ],
  organ: [
    "your heart|lungs|liver|kidneys|brain|thyroid ..2 has|have|shows|show ..3 problem|defect|murmur|blockage|leak|weakness|damage",
    "your ..1 thyroid|heart|liver|kidneys|kidney|lungs|gallbladder|prostate|pancreas|gut|nerves|hormones|adrenals|appendix|immune ..2 acting|giving|failing|playing|packing|struggling|overreacting|misfiring|attacking|skipping|misbehaving",
    "your ..1 thyroid|heart|liver|kidneys|kidney|lungs|gallbladder|pancreas|adrenals|appendix is|are|seems|looks ..1 out|to|behind blame|order|this|it|$",
    `not ..2 it is ..1 your ..1 thyroid|heart|liver|kidneys|lungs|gallbladder|pancreas|hormones|prostate`,
  ],
  ruled_out: [
    "nothing|not|no ..1 wrong|matter|problem with your heart|lungs|liver|kidneys|brain|thyroid|lung|kidney",
    "nothing to do with your heart|lungs|liver|kidneys|brain|thyroid",
    "your heart|lungs|liver|kidneys|brain|thyroid ..1 is|are ..1 healthy|fine|sound|sick|weak|intact",
    `no ..1 sign|signs|trace|evidence|hint of ..1 ${I} !$`,
    `${SYMPTOM}|lump|rash|mole ..4 harmless|benign|malignant|innocent|cancerous|contagious|viral|bacterial`,
    "it|this|that is|was ..1 benign|malignant|cancerous|contagious|viral|bacterial|hereditary|psychosomatic|inoperable|lifelong|curable",
  ],
  blame: [
    `put|chalk|attribute|blame|ascribe|pin|trace ..2 it|this|that|these|those|down|your ..4 to|on ${I}`,
    `surprised|wonder|bet|guess if|that? you|this|it ..3 ${I}`,
    `how|where ${I} begins|starts|shows|presents|looks|feels`,
    `that is ${I} for you`,
  ],
  adds_up: [
    `${SUBJECT} ..8 add|adds|adding|boil|boils|come|comes|amount|amounts|equate|equates|translate|translates|lead|leads|leading up|down|to|toward|me to? ..1 ${I}`,
    `${SUBJECT} ..4 dealing|struck|stricken|battling|coping with ..2 ${I}`,
    `${SUBJECT} ..8 fit|fits|match|matches|mirror|mirrors|resemble|resembles|describe|describes ..2 ${I}`,
    `${SUBJECT} ..6 nothing|not more|but|else|other|worse than? ..1 ${I}`,
    `${SUBJECT} ..8 turn|turning|turned|developing|developed|progressed|progressing|morphing into|to ..1 ${I}`,
    `which|that means|suggests|indicates|spells|signals|sounds|points|smells ..2 ${I}`,
  ],
  is: [
    `${IT}|your ..5 ${BE} not? xhedge? from|because|due|more? of|to|like? a|an|the? xhedge? ${I}`,
    `${IT}|your ..5 ${LOOK} ..3 like|be|of|as? a? xhedge? ${I}`,
    `xstart|xhedge ..1 ${LOOK} ..2 like? xhedge? ${I}`,
    `${IT}|your ..5 ${MEAN} that? it? xhedge? is? ${I}`,
    `${IT}|your ..6 indicative|suggestive|typical|characteristic|consistent|compatible|reminiscent of|with|for ${I}`,
    `${IT}|your|signs ..4 point|points|pointing|hint|hints to|towards|toward|at ${I}`,
    `${IT} has|have|bears ..1 xsigned`,
    `${IT}|i|we|data|numbers|readings ..3 rule|rules|ruled out ${I}`,
    `the|that|this ${SYMPTOM} ..5 ${BE}|${LOOK} xhedge? ${I}`,
    `what you ..4 ${BE} ${I}`,
  ],
  headline: [
    `xstart ..1 xhedge a|an? ${I}`,
    "xstart xsigned",
    `xstart diagnosis|verdict|assessment|impression|conclusion|finding|xhedge diagnosis? is? xhedge? ${I}`,
    `my ..2 guess|diagnosis|verdict|impression|assessment|hunch|bet|suspicion|money ..1 is|on? xhedge? ${I}`,
    `i ..2 suspect|diagnose ..2 with? ${I}`,
    `${I} ..1 i would? say|guess|bet|think|reckon|suspect|fear`,
    `xhedge ..1 cause|explanation|culprit|reason ..2 ${BE} ${I}`,
    `${I} is ..4 explanation|culprit|cause|reason $`,
    `i ..3 bet|money on ${I}`,
    `i ..2 call ..1 it|this|that ${I}`,
    `there is ..3 chance|possibility|likelihood|probability of ${I}`,
  ],
  cause: [
    `your ..6 caused|explained|triggered|driven by xhedge? ${I}`,
    `your ..6 ${BE} ..1 due|owing to xhedge? ${I}`,
    `your ..6 because of ${I}`,
    `your ..5 comes|come|stem|stems|results from ${I}`,
    `${I} would|could|may|might|will|is|can ..1 explain|cause|causing|behind|explaining ..2 your`,
    `${I} explains|causes ..2 your`,
    `${I} is ..4 cause|reason|explanation|culprit ..2 your`,
    `${I} is xhedge? behind|causing your`,
    `cause|reason|explanation|culprit ..5 your ..4 ${BE} xhedge? ${I}`,
    `cause|explanation|culprit|reason ..2 ${BE} xhedge ${I}`,
  ],
};

/** An advice to change a medicine. The gate asks whether it is an order or an advice. */
export const MEDICATION_ADVICE: Readonly<Record<string, readonly string[]>> = {
  change: [
    `${CHANGE} ..5 ${MED}|xdose`,
    `double !check|click|tap|book ..8 ${MED}|xdose`,
    `bring|dial|turn|ramp|take|up ..3 xdose|${MED} down|up|higher|lower`,
    "up|upping|raise your|the ..1 xdose",
    `go|do ..2 without ..3 ${MED}|xdose`,
    `let ..3 ${MED} go|be|wait|sit`,
    "go|get|return|move|drop|stay back|down|up|on|at? ..1 to|at|on ..3 xdose",
    `ask|get|have|tell|make ..2 doctor|gp|physician ..2 put|prescribe|switch|give ..3 ${NAMED}|you`,
    `take|use your|the ..2 ${MED} ..6 from now|instead|onwards|rather`,
    "leave|take|peel|keep your|the patch off",
    `bother ..2 ${MED}`,
    `go|stay|move|take above|over|beyond|past|below|under ..4 xdose|limit|maximum|label`,
    `exceed|ignore|forget|disregard ..3 xdose|limit|label|leaflet|prescription`,
    `put|hold|push ..1 off|back|aside|away ..2 ${MED}`,
    `postpone|delay|interrupt|extend|shorten|abandon|resume|restart|reintroduce ..2 ${MED}`,
    `take|borrow|use|try|share|have ..3 brothers|sisters|partners|husbands|wifes|friends|mothers|fathers|moms|dads|mums|neighbours|neighbors|someones|moms ..2 ${MED}`,
    `flush|bin|chuck|trash ..2 ${MED}`,
    `ask|demand|request|push|insist for|on ..3 ${NAMED} ..4 instead|rather`,
    `see how ..6 without ..2 ${MED}`,
    `get|put|start yourself on|onto ..2 ${MED}`,
    `up your|the|that? ..1 ${MED}|xdose`,
    `mix|combine|pair|stack|chase|wash ..3 ${MED} with|and|together|down|against`,
    `give ..2 ${MED} a miss|rest|break|pass|holiday|skip`,
    `take|have a break|rest|holiday|pause|week|day|breather ..2 from|off|without ..2 ${MED}`,
    `leave|keep|let ..2 ${MED} ..1 in|for|until|till|alone|out|aside drawer|box|cabinet|bag|cupboard|tomorrow|today|monday|week|a|the|$`,
    `ease|cut|lay|go|scale|phase|dial off|up|back|down|easy|out|light on? ..2 ${MED}`,
    `stick|stay|keep|carry|go on|to|with|at|taking half|less|more|xnum|lower|higher ..2 ${MED}|xdose`,
    `extend|shorten|finish|lengthen|prolong|stretch|cut ..1 course ..2 ${MED}`,
    `reach|go|opt for ..2 ${NAMED}`,
    `grab|get|knock|pop|down|help|top yourself|up|back|some? to|with? ..1 ${NAMED}`,
    `do|manage|live|get|be fine|better|by|ok|okay? without ..2 ${MED}`,
    `space|spread|move|shift|delay|bring|push ..2 ${MED}|xdose apart|out|forward|back|later|earlier|to|until|by`,
    `lay|come|go|get|wean|stay|keep|taper|back ..1 off ..3 ${MED}`,
    `wean ..3 ${MED}`,
    `get|go|put|be|stay back? on|onto|without ..1 ${MED}`,
    `go cold turkey ..3 ${MED}`,
    `start|begin|resume|restart|introduce taking|using|on|with? ..1 ${NAMED}`,
    `start|begin|resume|restart taking|using xmeds`,
    `try|consider|add a? higher|lower|second? taking|using? ${NAMED}`,
    `try|consider taking|using? xmeds`,
    `try|consider a? higher|lower|different|smaller|bigger|double|xnum xdose`,
    `switch|change|move|swap ..3 to|for|from ${NAMED}|xmeds`,
    `${TAKE} some? ${NAMED}`,
    `have some? xdrug`,
    `${TAKE} a|an|some? xmeds`,
    `take|use your|the ${MED} ..6 instead|rather|less|more|double|later|earlier`,
    `mix|combine|swap ${MED} and|with|for`,
    `forget ..1 ${MED}`,
    `put your|the ${MED} on|aside|away hold|ice|$`,
    `throw|chuck|give away|out|up ..1 ${MED}`,
    `throw|chuck ..2 ${MED} away|out`,
  ],
};

/** What "not" before makes worse instead of safe: "do not take your tablets". */
export const MEDICATION_OMIT: Readonly<Record<string, readonly string[]>> = {
  omit: [`not|never take|use|touch ..2 ${MED}`, `not|never have ${MED}`],
};

export const MEDICATION: Readonly<Record<string, readonly string[]>> = {
  need: [
    `you need|require ${MED}`,
    `you ..2 no longer need|require ..1 ${MED}`,
    `you ..2 not need|require ..3 ${MED}`,
    `you ..1 not have to take|use ..2 ${MED}`,
    `no need for|to ..4 ${MED}`,
    `need is ..1 ${NAMED}|xmeds`,
    `${NAMED}|xmeds is|are what you|that|this|i|would ..2 need|needs|want|wants|take|call|calls|recommend|use`,
    `your|the|that ..1 ${MED} ..2 not|nothing ..1 necessary|needed|required|essential|important`,
    `${MED} ..1 can wait|rest`,
    `your ..1 ${MED} ..1 is|are unnecessary|optional|pointless|useless|redundant`,
    `better off without ..1 ${MED}`,
  ],
  help: [
    `${MED} would|will|should ..2 help|fix|do|take|handle|calm|knock|hurt|ease|cure|relieve|sort|work|suit you|your|it|this|that|tonight|$|fine|good`,
    `${MED} would|will help`,
    `${NAMED} ..6 will|would|should|can|could clear|take|fix|cure|heal|ease|settle|sort|calm|knock|help|do care|it|your|the|that|this|you|up|wonders`,
    `${MED} ..1 will|would|could|can|should|does not|never ..1 hurt|harm|matter|do|be harm|damage|problem|$|you|on|with|a`,
    `no|little|hardly|not|nothing ..1 point|use|sense|benefit|value|harm|problem|issue|danger|risk|trouble|objection|reason|need ..2 in|with|to|not? ..4 ${MED}`,
    `nothing wrong with ..4 ${MED}`,
    `try|trying|with|about a low|small|tiny|little|mini|higher|bit xdose|bit? of? ..1 ${NAMED}`,
    `put|putting|start|starting|get you on|onto ..1 ${NAMED}`,
    `not bother ..3 ${MED}`,
    `above|over|beyond|past|exceed|exceeding ..2 recommended|maximum|stated|daily|label|usual ..1 xdose|limit|amount ..4 ${MED}`,
    `mixing|combining|pairing|stacking ..4 ${MED} ..8 is|are|will|would|should|does|can ..3 fine|ok|okay|safe|big|problem|harm|issue|hurt|alright|nothing|no`,
    `been|you on ..2 ${MED}|xdose ..2 long enough|too|enough`,
    `outgrown|graduated ..2 ${MED}`,
    `your body ..3 not|no|longer need|needs|require|requires ..2 ${MED}`,
    `your ..2 ${MED} ..1 is|are|do|does not ..1 right|working|helping|doing|suited|good|strong|enough ..1 for|you|anything|$|enough`,
    `${MED} ..1 is|are ..1 overkill|wrong|unnecessary|excessive|better|safer|gentler|stronger than|for|here|you|$`,
    `${MED} ..1 works|work|suits|suit|beats|beat better|best|you|xdrug|for`,
    "you are ..1 overmedicated|undermedicated|undertreated",
    "too many|much|little xmeds|xdrug|xdose !left|in",
    `${MED} ..1 and|with|plus ..3 alcohol|wine|beer|whisky|drink|xdrug ..2 is|are|go|goes|work|mix|mixes fine|ok|okay|safe|well|together|good`,
    `you ..2 get|do|manage|cope|go by|fine|well|okay? on|with|without ..4 ${MED}|xdose`,
    `${MED} is|are ..1 your best? friend|answer|solution|bet|option|choice`,
    `${MED} does|do|did|will|would ..1 trick|job`,
    `take|use your|the ..1 ${MED} only when|if`,
  ],
  passive: [
    `${MED}|xdose ${MUST} ..2 ${CHANGED}`,
    `your ..2 ${MED}|xdose is|are|seems|looks ..1 too high|low|strong|weak|much|little`,
    `${CHANGING}|cutting|going|coming ..3 your ..1 ${MED}|xdose ..1 makes|make|seems|sounds`,
    `${CHANGING} ..4 ${MED}|xdose ..1 would|will help|be|improve|fix|do`,
    `${CHANGING} your|the ..2 ${MED}|xdose ..1 is|are fine|ok|okay|good|safe|better|best|smart|worth|wise`,
    `time you stopped|quit|changed|started ..3 ${MED}`,
  ],
  gerund: [
    `${CHANGING}|taking|using|having ..4 ${MED} ..6 works|work|does|is|helps|suits|enough|will|would ..3 well|fine|good|better|enough|ok|okay|job|trick|safe|too`,
    `recommend|suggest|advise|consider|considered|try|worth|about|of|in|by|start|recommending ${CHANGING}|trying|adding|having|taking|using|coming|going|getting|starting ..4 ${MED}|xdose`,
    `recommend|suggest|advise ..1 ${NAMED}`,
    `suggest|recommend|advise|think ..2 you ..1 ${CHANGE}|${TAKE} ..4 ${NAMED}|xmeds`,
  ],
};

const NUM = "xnum|double|more";
export const DOSE_ADVICE: Readonly<Record<string, readonly string[]>> = {
  take: [
    `${TAKE} ..3 ${NUM} ..3 ${MED}`,
    `${TAKE} ..3 ${NUM} xunit`,
    `${TAKE} ..3 ${NUM} xnum|xloose|of? ..2 ${MED}`,
    `take|use ..3 ${MED} ..3 twice|thrice|once|times|every|daily|hourly a|per|day|daily|xnum|week|$`,
    `take a? ..1 ${NUM} xdose`,
    "inject ..2 xnum",
    "take it|them ..1 with|without food",
    `start|begin|go|try ..1 with|on a? xnum ..3 ${MED}`,
    `start|go|increase|reduce|raise|lower|double|step|titrate|move up|down|it? ..1 with|to|by xnum a? xunit|xmeds`,
  ],
  have: [`have ${NUM} ..2 ${MED}`],
};

export const DOSE: Readonly<Record<string, readonly string[]>> = {
  amount: [
    `${NUM} xunit|xloose of|your? ..1 ${MED}`,
    `xloose of ${NAMED}`,
    `xnum|half|third|quarter|twice ..2 your|usual|normal|the ..3 xdose`,
    "maximum|max|full|double|extra|higher|bigger xdose of",
    `${NUM} xloose ..2 your ${MED}`,
    `xdrug|xsupp|xmeds ..1 ${NUM} xunit`,
    `xdose ..4 ${BE} ..2 xnum ..1 xunit|xmeds|xloose`,
    `xdose xnum xunit|xmeds|xloose`,
    `xdrug xnum xnum|every|once|twice|times|daily|$`,
    `${NUM} ${MED} every|per|twice|daily|times|xnum`,
    `${NUM} ..3 ${MED} would|will|should|is|are ..1 help|sort|do|take|enough|fine|ok|okay|right|safe|plenty`,
    `xstart|xhedge ..1 xhedge|about ${NUM} ..2 ${MED} $`,
    `xstart ${NUM} ${MED} $`,
    "xnum capsule|capsules|pills",
    "xnum more|extra|further? xunit",
    `xstart xnum ..1 xnum ${NAMED}`,
  ],
};

export const PROGNOSIS: Readonly<Record<string, readonly string[]>> = {
  when: [
    "you ..2 not|never ..1 live to",
    `chance|chances|odds|likelihood|percent ..8 ${I} ..2 return|returns|spread|spreads|comes|come|kills|grows|back`,
    `${I} ..1 will|is ..2 return|returning|spread|spreading|back|grow|growing|worsen`,
    "without|untreated ..2 treatment|surgery|medication|therapy|it|left? ..2 you ..6 years|months|weeks|die|worse|lose",
    "untreated ..2 you ..6 years|months|weeks|die|worse|lose",
    "your ..1 back|knee|knees|heart|lungs|brain|hip|shoulder|body|hearing|eyesight|memory will ..1 never|not ..2 same|heal|recover|again|improve",
    `takes|take|needs|need ..3 ${PERIOD} ..2 until|till|before|for ..4 healed|heals|heal|recovered|gone|better|mended|recovers`,
    "it|this|they|pain|symptoms|xillness will ..2 come|comes|return|returns|recur|flare|be back ..1 every|each|again|next|in|as|within",
    `it|this|they|symptoms|xillness will|is ..1 return|recur|flare|relapse|spread`,
    `your ..2 memory|hearing|vision|eyesight|balance|mobility|heart|lungs|strength|health|fitness|mind|joints|knees ..6 decline|deteriorate|worsen|fail|go|get downhill|worse|$|from|over|further|with`,
    `downhill from here|now`,
    `expect|expecting ..2 ${SYMPTOM} ..1 to ..2 worse|worsen|better|improve|ease|last|spread|return|grow|pass|go|settle`,
    "make|making a? ..1 complete|full|good|quick|speedy|excellent recovery",
    "unlikely|doubtful|improbable ..2 you ..2 will|can|could ..4 again|recover|survive|heal|conceive|pregnant",
    "you will|are|might|may ..3 need|require|needing ..3 surgery|operation|dialysis|wheelchair|pacemaker|transplant|chemo|chemotherapy|stent|bypass",
    "you will|are ..1 not|never ..1 be|going ..2 able|the to? walk|work|drive|see|have|run|same ..3 again|children|$",
    `give it ..3 ${PERIOD} ..3 gone|over|better|fine|healed|new`,
    `you ..2 be|feel fine|okay|ok ..2 in|within|by|after ..2 ${PERIOD}`,
    `takes|take|takes|need|needs ..3 ${PERIOD} ..2 to|before ..3 heal|recover|clear|mend|wear|disappear|resolve`,
    `${I} ..2 lasts|last|takes|clears|passes|resolves|heals ..4 ${PERIOD}|itself|own`,
    `you|it|symptoms|illness|condition will|should|would ..5 ${WELL} ..4 in|within|by|for|after ..4 ${PERIOD}`,
    `you|it|symptoms|illness|condition will|should ..4 ${WELL} ..4 xnum days|weeks|months`,
    `will|should ..1 be over it in|within|by`,
    "full|complete|quick|speedy|expect ..2 recovery ..2 in|within|by",
    "you will ..2 healthy|well|fit|healed again",
    "right as rain",
    `${SYMPTOM}|rash|infection|swelling|wound|bruise|injury|inflammation|cold|dizziness|nausea will|should|going ..3 ${WELL}|better|settle|heal|ease|stop|improve ..4 in|by|within|before|after|over ..3 ${PERIOD}`,
    `you will|should|can|could|are ..3 back to|at|on|in ..2 running|training|normal|feet|health|strength|yourself|exercise ..4 in|within|by|after|before ..3 ${PERIOD}`,
    `${PERIOD} ..3 you will|should ..3 ${WELL}|back`,
    `you ..2 be|are over it|this ..3 by|in|within|before`,
    `it|this|that|they|symptoms|pain|condition|xillness will|is|can|does ..1 not|never ..3 go|goes|leave|heal|improve|resolve|disappear|vanish away|you|on|completely|entirely|$`,
    `stuck|live|living with this|it|xillness ..3 for|the forever|life|rest|good`,
    `run|runs its course in|within|by|over|after`,
    `${I} will ..3 gone|over|clear|pass|heal|disappear|vanish`,
    "your heart|kidneys|liver|lungs|eyes ..1 are|is going to ..1 fail|stop|give",
    "you ..3 unlikely|likely to ..1 survive|recover|die",
    `take you ..3 ${PERIOD} to recover|heal`,
    "you will never ..1 run|walk|work|see|sleep again",
    "you have ..4 years|months left",
    "your heart ..2 not|never last|cope|take",
    "you will not make it to|past ..1 xnum|spring|summer|christmas",
    `expect to be ..2 ${WELL}`,
    "you will never|not ..1 recover|heal|survive !the|your|data|it|at|files",
    "you will never|not ..1 get|be better|well|healthy again",
    "you will not get sick|ill",
    `it|this|they|symptoms will ..1 go|clear|pass|heal|resolve|settle|vanish ..3 its|itself|themselves|own`,
    `it|this|they|symptoms will ..1 go|clear|pass|heal|resolve ..2 on|by its|it|their|itself|themselves is? own?`,
  ],
  life: [
    `you ..2 have ..6 left? to live`,
    `${PERIOD} ..1 left to live`,
    `your heart|body|liver|kidneys|lungs|brain ..4 you? ..1 xnum ..2 years|months|decades`,
    `your heart|body|liver|kidneys|lungs|brain ..2 give|gives|has|lasts|last ..4 years|months|decade|decades`,
    `i give|gives|giving you ..3 years|months|weeks`,
    `you ..4 not|never ..1 see|reach|make ..2 fifty|sixty|seventy|eighty|xnum|birthday|old|retirement|christmas`,
    "shorten|shortens|shortening|cut|cuts ..2 your life|lifespan|lives",
    "years|months off your life",
    "your ..1 life expectancy",
    "you ..3 not|never live ..2 long|longer|old",
    "you will|could|may|might ..2 die|dead !laughing|happy",
    "you are going to die",
    "you ..3 drop dead",
    `it|this|that|illness|condition|disease|xillness ${BE} terminal|incurable|fatal|deadly|lethal !to`,
    `your ..2 xillness|illness|condition|disease ${BE} terminal|incurable|fatal|deadly|lethal`,
    "no cure for what|your|this|it|xillness",
  ],
  worse: [
    `your ..2 condition|illness|disease|symptoms|health|heart|xillness|kidneys|liver|eyes will|is ..3 worse|worsen|deteriorate|fail|give|disappear|improve|heal`,
    "it|this will|is ..3 get|getting|going worse|worsen",
    "it|this will ..1 worsen",
    "you will ..1 go|be|end ..1 blind|deaf|paralysed|paralyzed",
    "you will ..3 wheelchair|coma",
  ],
  leads: [
    `it|this|that|your|you ..6 lead|leads|turn|turns|turning|progress|escalate|evolve|develop ..1 to|into|in ..1 ${I}`,
    `${I} ..2 matter|question of time`,
    `it|this|that|your|you|these ..4 end|ends in|with ${I}`,
    `you will|would|could|might|may end up|with with? ..1 ${I}`,
    `you ..2 heading|headed|way|bound|destined|course|track|asking ..1 for|to|toward|towards ..1 ${I}`,
    `you ..2 will|shall ..2 have|get|develop|suffer ${I}`,
    `you are ..2 going|xhedge|bound|set to ..1 get|have|develop|suffer ${I}`,
  ],
  risk: [
    `chance|chances|odds|likelihood|probability ..6 you|your ..6 recover|recovering|worse|heal|healing|survive|surviving|beat|beating|die|dying|over|cured|relapse`,
    `xnum ..1 out|in of? ..1 xnum ..1 people|patients|adults|men|women|cases ..3 like|with ..6 ${I}|die|recover|survive|worse|years|well`,
    `people|patients|men|women|those|most|many|few|half ..5 your ..8 die|survive|live|recover|worse|relapse|see|reach|make|last`,
    "chance|chances|odds|outlook|prospects ..2 beating|beat|recovery|recovering|recover|survival|surviving|survive|dying|healing|living|cure|remission|relapse|relapsing",
    `people|patients|men|women|those like|with you|your ..6 ${I}|die|live|recover|survive|worse|relapse`,
    `you ..3 at ..3 risk of|for|from ..2 ${I}|death|dying`,
    `your ..3 risk|risks|chance|chances|odds|likelihood|probability of|for|from ..2 ${I}|death|survival|dying|surviving`,
    `you ..7 risk|chance|chances|odds of|to ..1 getting|having|developing|dying|survival|get ..1 ${I}|$`,
    `you ..4 risk|chance|chances|odds of|for ${I}`,
    "prognosis is|looks|good|poor|bad|excellent",
    "your ..1 prognosis",
  ],
};

/** Advice about "it" or "them", after a medicine was named. */
export const MEDICATION_IT: Readonly<Record<string, readonly string[]>> = {
  it: [
    "take|use|have it|them with|without food|water|alcohol|milk|eating",
    "as|twice|half|double often|much|many",
    "stop|quit|skip|pause|halve|double|drop|discontinue taking|using? ..1 it|them|those|one|both|that !personally|seriously|for|out",
    "take|have|swallow|try|use|pop ..1 xnum of|more|now|tonight|at|before|instead|every|daily|and|with|$",
    "take|have|use it|them ..3 once|twice|xnum|together|every|again|only|less|more|when",
    "do|go|manage without it|them",
    "cut|taper|come|wean|get ..1 it|them|off down|off|it|them|slowly|out|in|$",
    "stop|skip|leave it|them|out tonight|today|now|out|for|until|$",
  ],
};

/** Removes text that a person does not see and a model does. Emoji and scripts that need joiners keep them. */
import { phraseMatcher } from "../phrases.ts";
import { wordsOf } from "../words.ts";

/** Invisible ASCII. */
const TAGS = /[\u{E0000}-\u{E007F}]+/gu;
/** Unicode spells the flags of England, Scotland and Wales with these tags after this character. */
const FLAG = "\u{1F3F4}";
/** Overrides of reading direction: they show a different text from the real one. */
const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;
/** Zero-width characters and soft hyphens. They are removed inside plain Latin words and numbers. */
const ZERO_WIDTH = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+/g;
const PLAIN = /[A-Za-z0-9]/;

export function revealHidden(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const drop = () => {
    removed++;
    return "";
  };
  const shown = text
    .replace(TAGS, (tags, at: number) => (text.startsWith(FLAG, at - FLAG.length) ? tags : drop()))
    .replace(OVERRIDES, drop)
    .replace(ZERO_WIDTH, (marks: string, at: number, whole: string) => {
      const inside = PLAIN.test(whole.charAt(at - 1)) && PLAIN.test(whole.charAt(at + marks.length));
      return inside ? drop() : marks;
    });
  return { text: shown, removed };
}

/** Finds text that acts where it is shown or run: scripts, links that carry data out, shell and SQL payloads. */

type Span = { readonly kind: string; readonly start: number; readonly end: number };

/** Marks that are in one place. SQL statements are phrases (instruction-phrases.ts). */
const MARKS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["script", /<\/?(?:script|iframe|object|embed|svg|img|link|meta|base|form|body|html|video|audio|style|input)\b/gi],
  ["script", /\b(?:javascript|vbscript)\s?:|\bdata:text\/html/gi],
  ["script", /\bon(?:error|load|click|mouseover|focus|toggle|begin)\s?=/gi],
  ["script", /\b(?:alert|prompt|confirm|eval)\((?=[\w"'`.)])|\bdocument\.(?:cookie|location|write)\b/gi],
  ["template", /\$\{jndi:|\{\{\s?(?:config|self|request|''|\d)/gi],
  ["sql", /['"]\s?(?:or|and)\s['"]?\w{1,10}['"]?\s?=\s?['"]?\w/gi],
  ["sql", /\bselect\s(?:\*|case\b|@@|(?:count|if|char|concat|sleep|user|version|load_file|substring)\s?\()/gi],
  ["sql", /\bexec(?:ute)?\s?\(|\bxp_cmdshell\b/gi],
  ["shell", /\brm\s-[rf]{1,2}\b|\/etc\/(?:passwd|shadow)\b|\/bin\/(?:ba)?sh\b|\bcmd\.exe\b/gi],
  [
    "shell",
    /\$\((?!["')])|\b(?:whoami|uname|netstat|ifconfig)\b|\bcat\s[/~.]|\bfind\s\/|\bchmod\s[+\d]|__import__\(/gi,
  ],
  ["shell", /(?:;|&&|\|)\s?(?:ls|id|cat|pwd|rm|nc|curl|wget|ping|sleep)\b(?=\s?(?:[-/;&|.]|$))/gi],
  ["shell", /\b(?:ls|dir)\s-[al]{1,3}\b|\bos\.(?:system|popen)\(|\bsubprocess\.\w|\|\s?(?:ba)?sh\b/gi],
  ["shell", /\b(?:curl|wget)\s(?:-\w{1,3}\s)?https?:/gi],
];

const ADDRESS = /https?:\/\/[^\s"'<>()]+/gi;

export function findActiveContent(text: string): Span[] {
  const spans: Span[] = [];
  for (const [kind, pattern] of MARKS)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      // The span of a tag goes to the end of the tag.
      spans.push({ kind, start: match.index, end: match[0].startsWith("<") ? (after(text, end, ">") ?? end) : end });
    }
  for (let start = text.indexOf("!["); start >= 0; start = text.indexOf("![", start + 2)) {
    const end = imageEnd(text, start);
    if (end !== undefined) spans.push({ kind: "exfiltration", start, end });
  }
  for (const match of text.matchAll(ADDRESS))
    if (hasOpenQuery(match[0]))
      spans.push({ kind: "exfiltration", start: match.index, end: match.index + match[0].length });
  return spans;
}

/** `![…](https://…)` loads by itself, and a model can be told to put data into its address. */
function imageEnd(text: string, start: number): number | undefined {
  const address = after(text, start, "](");
  if (address === undefined || !/^\s?https?:/i.test(text.slice(address, address + 8))) return undefined;
  return after(text, address, ")") ?? address;
}

/** Returns whether the query has a value that is still to be filled in: `?q=`, `?q={summary}`, `?data=[the secret]`. */
function hasOpenQuery(address: string): boolean {
  const query = address.slice(address.indexOf("?") + 1);
  return query !== address && query.split("&").some((part) => /^[^=]*=(?:$|[{[$]|%7B)/i.test(part));
}

/** How many characters ahead it looks for a closing mark. */
const REACH = 400;

/** Returns the place after the next `mark`, when it is near. */
function after(text: string, from: number, mark: string): number | undefined {
  const at = text.slice(from, from + REACH).indexOf(mark);
  return at < 0 ? undefined : from + at + mark.length;
}

/**
 * Phrases that address a model and not a reader, in the notation of phrases.ts. They are general forms and no rows of a
 * data set.
 */

const DROP = "ignore|ignoring|disregard|disregarding|forget|override|overriding|bypass|overlook|discard|neglect|skip";
const PRIOR =
  "previous|prior|above|earlier|preceding|foregoing|existing|original|initial|past|former|old|previously|before";
const RULES =
  "instruction*|iunstruction*|intruction*|instrution*|prompt|prompts|directive*|direction*|guideline*|command|commands|order|orders|rule|rules|programming|training|restriction*|policy|policies|constraint*|safeguard*|safety|filter|filters|context|guidance|task|tasks|conversation|conversations|information";
const TELL =
  "reveal|show|print|repeat|display|output|tell|give|share|leak|recite|copy|write|list|expose|provide|disclose|return|echo|spell|quote|paste|reproduce|translate|summarize|summarise|encode|send|describe|explain|state|say|read|render|dump|include|convert|what|whats|which";
const WORDING =
  "instruction*|prompt|prompts|message|messages|rules|guideline*|directive*|context|configuration|preprompt|metaprompt|document";
const FREE =
  "restriction*|restrictions|limit*|filter*|censorship|guideline*|rules|ethic*|moral*|policies|policy|morals|boundaries|safeguards";

const INSTRUCTION_PHRASES: Readonly<Record<string, readonly string[]>> = {
  override: [
    `${DROP} ..2 all|any|your|my|these|those|every|the? ..2 ${PRIOR} ..2 ${RULES}|text|statement*`,
    `${DROP} ..1 all|any|your|every|these|the? ..1 instruction*|directive*|guideline*|programming|restriction*|safeguard*|prompts|ethic* !if|that|on|in|for|from`,
    `${DROP} ..2 ${RULES} ..2 ${PRIOR}|provided|given|you|received|and|just|say|print|instead|contained`,
    `${DROP} ..2 everything|all|anything|whatever|what ..2 ${PRIOR}|told|instructed`,
    `${DROP} the rest of ~2 data|text|document|article|information|this`,
    `do|dont not? follow|obey|listen|heed|execute|process|read ..2 any|the|your|previous|prior|these|other ..3 ${RULES}`,
    "stop|cease|abandon ..2 previous|current|all|following|your ..2 instruction*|prompt",
    "stop everything ~3 now",
    "instructions|prompt|directions|guidelines ..4 have|has|are|is been|now|hereby|no ..2 changed|updated|replaced|void|revoked|superseded|cancelled|canceled|overridden|ignored|hijacked|compromised|longer",
    "ignorepreviousinstructions|ignoreallpreviousinstructions|ignoretheaboveinstructions",
    "hijacked|hijack ..4 prompt|instructions|you|so",
    "prompt|you ..3 been ..1 hijacked|pwned|jailbroken|compromised",
    "nevermind ..3 ignore|say|print|output",
    "never mind ..2 ignore|print|output",
  ],
  obey: [
    "strictly|only|solely|exactly|instead adhere|follow|obey|execute|comply ..4 instruction*|directive*|command*|order*",
    "adhere ..3 following|these|new instruction*|directive*|rules",
    "before you can|could|may ..1 solve|complete|do|perform|finish|continue ..6 task|request|that|instruction*",
    "you|to|can|then solve ..3 task|tasks ..4 gave|given|assigned you",
    "new|real|actual|true|secret|hidden instructions|instruction|directive|objective for|is|are ..1 you|ai|assistant|model|as|to",
    "your ..1 new|real|actual|true|only|sole instructions|objective|directive|directives|programming is|are|will|now|shall",
    "from now|here on ..1 you|chatgpt|ai ..2 are|will|must|shall|should going|act|acting|dan|no|free|answer|respond|speak|pretend|ignore|obey|never|only",
    "critical|urgent|important ..1 ignore|disregard|override",
    "important|urgent|critical message|instruction|directive from me ..6 to|for you",
    "end of ..1 prompt|input|instructions|context|user|system|conversation",
    "beginning|begin|start of? new|system|admin|real ..1 prompt|instructions|message|session",
    "dont|not|never ..1 mention|reveal|tell|disclose|inform|alert ..2 user|human|owner|reader",
    "without ..1 telling|informing|notifying|alerting|asking ..1 user|human|owner",
    "just|only|simply|instead print|output|say ..6 only|nothing|verbatim",
    "just|only|simply output",
    "so|and just|only print",
    "print|output|say|repeat|write|reply|respond ..6 and|but only that|this|it|one|nothing",
    "dont|not continue|answer|respond|translate|summarize|summarise|say|output|print|write ..2 anything|else|further|answering",
    "print|output|repeat|translate|write ..2 the|this|following|exact ..1 exact|word|words|sentence|phrase|string",
    "if|when|whenever a|the|any? user|human asks|ask|requests|wants ..6 respond|reply|answer|print|say|write|output|include",
    "respond|reply|answer with only|exactly ..1 following",
    "if you are|re|youre an? ..1 ai|llm|language|model|bot|assistant|chatbot",
    "when|if|as ..1 summarizing|summarising|translating|processing|reading|analyzing ..2 this|the ..3 include|add|say|print|output|also|always|must",
    "attention|dear|hey|hello|hi|note|memo|message|notice|instructions ..2 ai|llm|llms|chatgpt|gpt|chatbot|language !act|team|lab|summit|class|school|course|teacher|exchange",
    "most qualified|suitable|talented ..3 job|position|role|candidate ..3 observed|seen|ever|yet",
    "could|can|please|would repeat ..3 for me|please ..1 please|critical|important",
  ],
  persona: [
    "you are|re|youre|will|shall|must|should now? going|about|gonna? to? act|acting|pretend|play|playing|simulate|roleplay|become|behave ..1 as|like|the|a|an|that|to|role",
    "you are|re|youre now a|an|the|in|dan|free|unrestricted|jailbroken|no",
    "act|acting|behave|respond|answer|reply|pose|posing ..1 as|like if|though? ..1 dan|an|a|you|my|the|unrestricted|unfiltered|evil ..4 ai|no|without|unfiltered|unrestricted|amoral|immoral|evil|hacker|dan|restrictions|never|jailbreak*|model|chatbot|terminal|human|character",
    "pretend|imagine|simulate|roleplay|suppose|hypothetically ..3 you|youre|that ..3 are|have|can|do|dont|be|no|not|cannot ..6 ai|no|dan|unrestricted|unfiltered|anything|restrictions|rules|evil|limits|internet|model|freed|amoral",
    "do anything now",
    "stay|remain|keep ..1 in character",
    "dan|stan|jailbreak|unrestricted|unfiltered mode|persona|enabled|activated|jailbreak",
    "developer mode ..3 you|chatgpt|output|policy|response|responses|answers",
    "jailbreak|jailbroken|jailbreaking you|yourself|prompt|mode|answer|response|version|ai|gpt|chatgpt|assistant",
    `no|without|free|freed|ignoring|bypassing|beyond|unbound ..2 from|of|by|any|all|typical? ..2 ethical|moral|content|safety|openai|legal|typical|usual|standard|programmed|ai ..2 ${FREE}`,
    `you ..1 have|are|do|abide|dont|not ..3 no|any|free|bound|unbound|abide|follow ..4 ${FREE} !in|at|on`,
    "never|cannot|cant|not|dont ..1 refuse|refuses|decline ..3 request|answer|any|question|anything|prompt|user",
    "typical confines of ai",
    "two|both ..2 responses|answers|ways|paragraphs ..8 gpt|chatgpt|dan|normal|classic|jailbroken|standard",
    "openai*|anthropic|google ..1 content|usage|safety policy|policies|guidelines|restrictions",
  ],
  prompt_extraction: [
    `${TELL} ..5 system|initial|hidden|secret|internal|pre|original|developer|base|starting|underlying ..1 ${WORDING}`,
    `${TELL} ..3 your ..3 prompt|instruction*|directives|guidelines|programming|preprompt|configuration`,
    `${TELL} ..3 complete|entire|full|exact|first ..2 prompt|directives|preprompt`,
    `${TELL} ..2 initiali*|preamble|preprompt|sysprompt|systemprompt`,
    `${TELL} ..1 the? prompt $`,
    `${TELL} ..2 context window`,
    `${TELL} ..2 everything|all|text|words|lines|content|sentences|message ..3 above|before|prior|preceding ..1 this|line|message|here|point|sentence|conversation|verbatim|in`,
    `${TELL} ..1 everything|anything above|before|prior|preceding`,
    `${TELL} ..3 above|preceding|prior|previous ..2 text|words|lines|content|prompt|instructions|messages|context|conversation|message`,
    `${TELL} ..3 conversation|text|words|history|message|messages|lines ..2 at|from the ..1 start|beginning|top`,
    `${TELL}|were ..4 ${RULES} ..3 you|your|were|been|given|have ..2 given|received|told|follow|following|programmed|operate|prompt|prior|before|started|initially|have`,
    "format|rewrite|rephrase|paraphrase|dump|require ..3 your ..2 prompt|instructions|directives|preprompt|context !reply|response|answer|payment|action|attention|to|on|for|by",
    "begin|start|end ..3 reply|response|answer ..1 with your ..2 prompt|instructions|directives",
    "with|as|into|in|of your ..1 prompt $",
    "your|full|entire|whole|exact ..1 initial|system|original|hidden|secret|starting|pre prompt|prompts|instructions|message",
    "the|your|my|its|this system prompt|preprompt",
    "what|how were|was|have|had|are you ..1 told|instructed|programmed|configured|prompted|asked|given ..2 before|prior|to|initially|first|at|by|here",
    "what|which instructions|rules|directives|guidelines|prompt did|do|were|have|must|are you",
    "what|which role|persona|purpose were|have|are you ..1 been? given|assigned",
    "text|instructions|information|context|message|messages|words|rules|prompt|input ..1 you were ..1 given|provided|shown|sent|fed|told|before|at",
    "what|anything|everything ..3 you ..1 not|cant|cannot|never|arent ..2 allowed|supposed|permitted|tell|say|discuss|reveal|share|talk|mention",
    "what is|was|comes|came|appears|stands ..2 above|before|prior|preceding ..1 this ..1 line|sentence|message|text|prompt|conversation",
    "system|developer|developers|creator|creators|openai|operator tell|told|instruct|instructed|give|gave you",
    "secret|password|key|code ..3 in|from your instructions|prompt|rules|context",
    "starting|beginning|starts|begin|start with ..1 you are|re",
    "you are a helpful|friendly|harmless ..2 assistant|ai|chatbot",
    "enter debug|maintenance|sudo|developer mode",
    "prior to this conversation|message|prompt|sentence",
    "long|verbatim ..3 prompt|instructions",
    "sanitize|sanitise ..1 your inputs",
  ],
  sql: [
    "union all? select",
    "drop|truncate table",
    "select ..8 from ..1 where",
    "delete from ..2 where",
    "insert into ..4 values",
    "waitfor delay",
  ],
};

/**
 * Finds marks of text that was written for a model to obey and not for a person to read. This is not the defence: a
 * plain instruction has no mark and looks like a request (bench/safety-sanitiser.ts reports this). The defence is
 * provenance: the taint gate keeps a model that obeys such text harmless. This check keeps known attacks out of memory,
 * and removes the marks from what is shown to a model.
 */

type InstructionSpan = { readonly kind: string; readonly start: number; readonly end: number };

const phrasesIn = phraseMatcher(INSTRUCTION_PHRASES);

/**
 * Fences that a model reads as structure: chat-template tokens, role headers at the start of a line, tags that claim to
 * be from the system or the user. `\\n` as two characters counts as a line break, because documents often arrive
 * escaped.
 */
const FENCES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["special_token", /<\|\w{1,24}\|>/gi],
  ["special_token", /<\/?s>|<<\/?SYS>>|\[\/?(?:INST|SYS|SYSTEM)\]/gi],
  [
    "role_header",
    /(?:^|\n|\\n)[ \t>*#-]{0,8}(?:system|assistant)(?: (?:message|prompt|note|instruction|override))?\*{0,2}:/gi,
  ],
  [
    "role_header",
    /[#=*]{2,8}[ \t]?[([<]?(?:system|assistant|admin|developer)[ _-]?(?:message|prompt|instructions?|note|override)/gi,
  ],
  [
    "role_header",
    /[([](?:system|assistant|admin|developer)[ _-](?:message|prompt|note|instructions?|override|directive)[)\]]/gi,
  ],
  [
    "false_tag",
    /<\/?(?:information|important|system|instructions?|prompt|admin|override)(?:[ _-](?:message|prompt|instructions?|note|info))?>/gi,
  ],
  // A person's own task list does not begin like this at the start of a text from outside.
  ["todo", /^\s{0,8}to-?do\s?:/gi],
];

/** Returns the marked spans in order. They may overlap. Never throws. */
export function findInstructions(text: string): InstructionSpan[] {
  const spans: InstructionSpan[] = [];
  const words = wordsOf(text);
  for (const { name, from, to } of phrasesIn(words)) {
    const start = words[from]?.start;
    const end = words[to - 1]?.end;
    if (start !== undefined && end !== undefined) spans.push({ kind: name, start, end });
  }
  for (const [kind, pattern] of FENCES)
    for (const match of text.matchAll(pattern))
      spans.push({ kind, start: match.index, end: match.index + match[0].length });
  return [...spans, ...findActiveContent(text)].sort((a, b) => a.start - b.start);
}

/**
 * The names of illnesses and medicines. Most are recognised by how they end (-itis, -olol), the others are listed. Words
 * are in the form that words.ts gives them. A name of several words is a phrase in the notation of phrases.ts.
 */

/** Returns the words of a list that is written as a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** What a word or a name means to the medical gate. The gate reads these instead of the words. */
export const KINDS = {
  /** An illness. */
  illness: "xillness",
  /** "a sign of" an illness. */
  signed: "xsigned",
  /** "diabetic": an illness as a quality of a person. */
  adjective: "xadj",
  /** A medicine by its name. */
  drug: "xdrug",
  /** Something taken as a treatment that needs no prescription. */
  supplement: "xsupp",
  /** "your tablets": medicine without a name. */
  meds: "xmeds",
  dose: "xdose",
  number: "xnum",
  /** A unit in which only medicine is measured. */
  unit: "xunit",
  /** A unit in which food is measured as well. */
  looseUnit: "xloose",
  hedge: "xhedge",
  /** "your mother" */
  kin: "xkin",
} as const;

/** Names of several words. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  harmless: [
    "stroke of luck|genius|fortune|insight|a|the|midnight",
    "fever for|pitch|dream",
    "drug|drugs store|stores",
    "not a|an illness|disease|disorder",
    "allergic to mornings|mondays|meetings",
    "great|economic|market|tropical depression",
  ],
  illness: [
    "heart|cardiac|kidney|renal|liver|respiratory|organ failure|arrest|disease|condition|disorder|problem",
    "heart|panic|anxiety|asthma attack|attacks",
    "high|low|raised|elevated blood pressure|sugar",
    "blood pressure problem|problems",
    "allergic reaction|shock",
    "food|blood|alcohol poisoning",
    "blood clot|clots",
    "irregular heartbeat|heartbeats|rhythm",
    "iron|vitamin|magnesium ..1 deficiency",
    "restless legs|leg syndrome?",
    "thyroid|mental|medical|health disorder|disease|illness|condition|problem",
    "slipped|bulging|herniated disc|disk|discs",
    "overactive|underactive|sluggish|enlarged|swollen|inflamed|fatty|failing|weak|leaky|faulty|damaged|diseased|blocked|clogged|torn|pulled|strained|sprained|broken|fractured|cracked|dislocated|trapped|pinched|ruptured|perforated thyroid|heart|liver|kidney|kidneys|lung|lungs|prostate|gut|appendix|gallbladder|spleen|pancreas|bladder|muscle|muscles|tendon|tendons|ligament|ligaments|meniscus|cartilage|nerve|nerves|bone|bones|rib|ribs|ankle|knee|shoulder|wrist|hip|toe|finger|elbow|collarbone|artery|arteries|valve|valves|eardrum|retina|sinuses|glands|lymph|tonsils|hamstring|calf|groin|achilles|rotator",
    "heart|cardiac|kidney|liver|brain|nerve|lung damage|trouble|murmur|inflammation|infection|injury|valve",
    "heart|lung|liver|kidney|thyroid|nerve|artery|circulation|hormone|clotting valve? problem|problems|defect|issue|issues|trouble|weakness",
    "stress|hairline fracture|fractures",
    "hormone|hormonal|chemical imbalance|disorder|problem",
    "nervous|mental breakdown",
    "depressive|manic|psychotic|bipolar episode|phase|disorder",
    "glandular|scarlet|hay|dengue|yellow|rheumatic|typhoid fever",
    "stomach|tummy|gut|intestinal bug|flu|virus",
    "whooping cough",
    "chest|ear|sinus|throat|kidney|bladder|urine|skin|tooth infection",
    "irritable bowel",
    "tennis|golfers elbow",
    "plantar fasciitis",
    "shin splints",
    "frozen shoulder",
    "chronic fatigue",
    "restless legs",
    "adrenal fatigue",
    "gluten|lactose|histamine|alcohol intolerance",
    "insulin resistance",
    "high|raised cholesterol",
    "substance|alcohol|opioid abuse|addiction|dependence|withdrawal",
    "eating|sleep|mood|anxiety|personality disorder",
    "common|head cold",
    "kidney|gall stone|stones",
    "lou gehrigs",
    "type 1|2|one|two diabetes",
    "long covid",
    "covid 19",
    "ataque|crisis de? panico|corazon|ansiedad",
    "crise cardiaque",
  ],
  adjective: [
    "insulin resistant",
    "iron|vitamin|b12|magnesium deficient",
    "lactose|gluten|histamine intolerant",
    "clinically depressed",
  ],
  drug: [
    "beta blocker|blockers",
    "blood thinner|thinners",
    "blood pressure pill|pills|tablet|tablets|medication|medicine",
    "sleeping pill|pills|tablet|tablets",
    "water|diet pill|pills",
    "pain killer|killers",
    "birth control pill|pills",
    "nasal|nose spray|drops",
    "hormone therapy|replacement",
  ],
  supplement: [
    "vitamin a|b|c|d|d3|e|k|b12|b6",
    "fish|krill|cod oil|liver",
    "omega 3",
    "5 htp",
    "caffeine|salt|iron|zinc pills|tablets|tablet|pill",
    "iron tablets|pills|supplement|supplements",
    "st johns wort",
  ],
};

const ILLNESSES = words(`
  cancer tumor tumour tumors tumours flu influenza covid coronavirus diabetes depression anxiety burnout insomnia stroke
  infection infections virus disease disorder syndrome illness arrhythmia apnea apnoea afib fibrillation tachycardia
  bradycardia hypertension hypotension asthma copd pcos adhd ptsd ocd ibs gerd uti std dvt cfs rls osa svt ckd chf mdd
  bpd gad hiv hpv tb migraine migraines pneumonia sepsis anemia anaemia deficiency concussion gout shingles mumps
  measles lupus lyme mono mononucleosis strep eczema angina vertigo tinnitus hernia ulcer ulcers cyst cysts polyp polyps
  fibroids dementia epilepsy seizure seizures autism schizophrenia psychosis anorexia bulimia malaria cholera typhoid
  jaundice scabies herpes chlamydia gonorrhea syphilis ringworm impetigo rosacea preeclampsia sciatica glaucoma
  cataract cataracts alcoholism narcolepsy overtraining hypoxia embolism thrombosis aneurysm inflammation hypochondria
  gallstone gallstones kidneystones hives acne chickenpox rabies tetanus gangrene botulism salmonella candida agoraphobia
  claustrophobia dyslexia infertility delirium paranoia psychopathy lumbago bunions tonsillitis cavities
  clot clots allergies mania fracture fractures sprain parasites thrush croup
  neuropathy cirrhosis heartburn reflux indigestion hypochondriasis
  allergy palsy crohn crohns alzheimer alzheimers parkinson parkinsons asperger aspergers tourette hashimoto hashimotos
  menopause edema oedema emphysema melanoma lymphoma endocarditis anaphylaxis whiplash rickets scurvy hemorrhoids
  krebs grippe herzinfarkt schlaganfall vorhofflimmern bluthochdruck migrane epilepsie asma asthme gripe gripa
  infeccion infecção infeccao infezione infezioni infarto infarctus derrame ictus neumonia pneumonie polmonite cancro
  tumore depresion depressao depressione ansiedad ansiedade ansia angst diabete anemie hipertension hipertensao
  ipertensione apnea apneia apnee avc demencia demenza demence demenz bronchite bronquite
`);
const ILLNESS_ENDS =
  "itis virus oma omas emia aemia osis pathy algia uria plegia iasis sclerosis megaly cardia thyroidism rrhea rrhythmia pnea pnoea pnoe lepsy trophy glycemia entzundung penia rrhage fibromyalgia".split(
    " ",
  );
const NOT_ILLNESS = words(`
  aroma aromas diploma diplomas oklahoma roma tacoma sonoma paloma soma chroma idioma stroma genoma toma coma
  academia bohemia nostalgia empathy sympathy apathy telepathy antipathy homeopathy osteopathy naturopathy
  antivirus osmosis hypnosis symbiosis metamorphosis mitosis meiosis diagnosis prognosis apotheosis manchuria trophy trophies
  bellaria centuria luria photosynthesis autotrophy philosophy premia cardia macadamia phlegm injuria
`);

const ADJECTIVES = words(`
  diabetic prediabetic asthmatic anemic anaemic hypertensive bipolar autistic epileptic schizophrenic depressed bulimic
  anorexic psychotic hypothyroid hyperthyroid arthritic celiac coeliac infertile concussed hypoglycemic narcoleptic
  pregnant obese manic hypoglycaemic immunocompromised dyslexic malnourished neurotic
  insomniac neurodivergent infected contagious tachycardic arrhythmic alcoholic menopausal hypochondriac septic
  diabetiker diabetikerin depressiv diabetico diabetica diabetique asmatico asmatica asthmatique anemico anemica
  anemique depressif depressive deprimido deprimida depresso depressa hipertenso hipertensa iperteso ipertesa
`);

const DRUGS = words(`
  aspirin aspirina aspirinas aspirine aspirines ibuprofen ibuprofeno ibuprofene paracetamol paracetamolo acetaminophen
  tylenol advil aleve motrin naproxen excedrin benadryl diphenhydramine xanax valium ativan klonopin ambien zolpidem
  zopiclone prozac zoloft lexapro paxil effexor cymbalta wellbutrin bupropion adderall ritalin methylphenidate vyvanse
  concerta lithium lamotrigine insulin insulina insuline metformin metformina ozempic wegovy mounjaro levothyroxine
  synthroid prednisone prednisolone cortisone hydrocortisone dexamethasone warfarin clopidogrel digoxin amiodarone
  furosemide hydrochlorothiazide gabapentin pregabalin tramadol codeine morphine oxycodone fentanyl cetirizine
  loratadine claritin zyrtec allegra pseudoephedrine sudafed nyquil albuterol salbutamol ventolin symbicort inhaler
  inhalers antihistamine antihistamines antidepressant antidepressants antibiotic antibiotics antihypertensive
  antihypertensives antipsychotic antipsychotics benzodiazepine benzodiazepines benzo benzos opioid opioids steroid
  steroids statin statins ssri ssris snri diuretic diuretics painkiller painkillers sedative sedatives laxative
  laxatives decongestant antacid antacids nsaid nsaids anticoagulant anticoagulants betablocker betablockers penicillin
  amoxicillin viagra accutane methotrexate tamoxifen estrogen testosterone trazodone mirtazapine buspirone propranolol
  voltaren diclofenac novalgin metamizol doliprane nurofen trimethoprim antibiotico antibioticos antibiotici
  antibiotiques antibiotika betablocker semaglutide dramamine pepto imodium loperamide mucinex robitussin
`);
const DRUG_ENDS =
  "olol pril sartan statin dipine apine prazole conazole dazole trimazole cillin mycin oxacin cycline oxetine alopram traline faxine zepam zolam lukast gliptin gliflozin glutide tidine olone thiazide semide codone morphone profen coxib triptan setron xaban afil azepine triptyline formin gabalin barbital".split(
    " ",
  );
const NOT_DRUG = words("april porcupine");

const SUPPLEMENTS = words(`
  melatonin melatonina melatonine magnesium ashwagandha valerian supplement supplements creatine probiotics theanine cbd
  rhodiola zinc turmeric curcumin ginseng kava glycine nmn 5htp htp omega3 inositol berberine quercetin kratom selenium biotin echinacea maca nac glutamine taurine
  tyrosine spirulina psyllium multivitamin multivitamins baldrian
`);

const MEDS = words(`
  pill pills tablet tablets medication medications medicine medicines meds med prescription_drug capsule capsules tabs
  drug drugs antidote dosette lozenge lozenges
  tablette tabletten medikament medikamente medikamenten pille pillen arznei
  pastilla pastillas medicacion medicamento medicamentos medicina medicinas comprimido comprimidos
  comprime comprimes medicament medicaments pilule pilules cachet cachets
  pastiglia pastiglie farmaco farmaci compressa compresse pillola pillole medicinale medicinali
  remedio remedios medicacao
`);

const DOSES = words("dose doses dosage dosages dosis posologia");
const UNITS = words(
  "mg milligram milligrams milligramm milligrammes miligramos mcg ug microgram micrograms iu puff puffs milligrammi",
);
const LOOSE_UNITS = words(
  "g gram grams ml milliliter milliliters millilitre drops unit units teaspoon teaspoons spoonful sachet sachets tropfen gotas gouttes gocce",
);
const NUMBERS = words(`
  one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand
  sixty seventy eighty ninety half couple few several another extra dozen quarter second third
  zwei drei vier funf halbe halben eine einen dos tres cuatro media deux trois quatre demi due tre quattro mezza dois duas
  quatro meia
`);
const HEDGES = words(`
  probably likely possibly maybe perhaps presumably apparently seemingly suspected possible probable prob potentially
  wahrscheinlich vermutlich vielleicht probablemente quizas posiblemente probablement peutetre probabilmente forse
  provavelmente talvez
`);

/** Returns the kind of one word, or undefined for a word without one. */
export function kindOf(word: string): string | undefined {
  if (ILLNESSES.has(word)) return KINDS.illness;
  if (ADJECTIVES.has(word)) return KINDS.adjective;
  if (DRUGS.has(word)) return KINDS.drug;
  if (SUPPLEMENTS.has(word)) return KINDS.supplement;
  if (MEDS.has(word)) return KINDS.meds;
  if (DOSES.has(word)) return KINDS.dose;
  if (UNITS.has(word)) return KINDS.unit;
  if (LOOSE_UNITS.has(word)) return KINDS.looseUnit;
  if (NUMBERS.has(word)) return KINDS.number;
  if (HEDGES.has(word)) return KINDS.hedge;
  if (endsAs(word, ILLNESS_ENDS, NOT_ILLNESS)) return KINDS.illness;
  if (endsAs(word, DRUG_ENDS, NOT_DRUG)) return KINDS.drug;
  return undefined;
}

/** The long names that a slip of one letter may hide. */
export const LONG_NAMES: readonly string[] = [...ILLNESSES, ...ADJECTIVES, ...DRUGS, "metoprolol"].filter(
  (word) => word.length >= 7,
);

/** A name has letters before its ending. */
const LEAST_STEM = 2;
const LAST_VOWELS = /[aeos]$/;

function endsAs(word: string, ends: readonly string[], except: ReadonlySet<string>): boolean {
  if (except.has(word)) return false;
  // Other languages and the plural add a letter: "metoprololo", "statins".
  const forms = [word, word.replace(LAST_VOWELS, "")];
  return forms.some((form) => ends.some((end) => form.length >= end.length + LEAST_STEM && form.endsWith(end)));
}

/** Words before the name of an illness that belong to it. */
export const BEFORE_ILLNESS = words(`
  a an the some any all every mild severe slight serious early late stage stages chronic acute bad nasty light full blown
  viral bacterial fungal sinus iron rare generalized generalised atrial undiagnosed untreated real actual clinical major
  minor seasonal thyroid kidney heart liver lung skin stomach food blood breast colon urinary tract respiratory ear eye
  chest throat gum mental sleep mood eating personality anxiety borderline restless carpal tunnel irritable bowel lower
  upper autoimmune medical health postpartum depressive allergic high low obstructive central deficiency fatigue plantar
  rheumatoid multiple brain prostate wound classic typical clear textbook type bipolar social lyme celiac coeliac still
  case touch bout form kind sort bit episode sign signs symptom symptoms hallmark hallmarks indication indicator marker
  onset beginnings picture diagnosis mark marks earmarks features makings signature fingerprint fingerprints traits trademark
  profile trappings presentation beginning start panic obsessive compulsive
  l d un una uno une el la le los las il lo der die das ein eine einen einem einer o os um uma de del della du
`);
/** Of these the words of a sign. "of" belongs to the name only after one of them or one of `PARTS`. */
export const SIGNS = words(
  "sign signs symptom symptoms hallmark hallmarks indication indicator marker textbook onset beginning beginnings start picture mark marks earmarks features makings signature fingerprint fingerprints traits trademark profile trappings presentation",
);
export const PARTS = words("case touch bout form kind sort type bit episode stage stages diagnosis");
/** Words after an illness or a medicine that make it the name of something else: "flu season", "medication reminder". */
export const AFTER_NAME = words(`
  season shot shots jab test tests vaccine vaccination clinic nurse support group awareness check checkup talk day run
  research charity appointment specialist reminder reminders list diary plan app screening book film ward patient patients
  foundation store cabinet box holder container bag bottle organizer refill week month conference seminar lecture meeting
  course workshop prevention education doctor ward center centre hospital fund screen case sleeve charger conferencia
  impfung test vacuna vaccin vaccino vacina treatment therapy research campaign drive guidelines rate rates statistics
`);

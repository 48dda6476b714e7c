/** The core of medical claims and advice in German, Spanish, French, Italian and Portuguese. Notation of phrases.ts. */

const I = "xillness|xsigned";
const MED = "xdrug|xmeds|xsupp";
const NUM = "xnum";

export const DIAGNOSIS: Readonly<Record<string, readonly string[]>> = {
  de: [
    `du|sie hast|haben|leidest|leiden xhedge? an|unter? xhedge? ${I}`,
    `hast du|sie xhedge ${I}`,
    "du|sie bist|sind xhedge? ein|eine? xadj",
    `das|es|dies|deine|dein|ihre ..3 ist|sind|sieht|klingt|konnte|durfte|deutet|deuten|spricht|sprechen|bedeutet xhedge? nach|auf|fur|nicht? xhedge? ${I}`,
    `du|sie hast|haben xhedge eine? ${I}`,
  ],
  es: [
    `tienes|tiene|sufres|sufre|padeces|padece de? xhedge? ${I}`,
    "eres|es usted? xhedge? xadj",
    `es|parece|seria|sera|podria|puede|suena xhedge? ser|a? ${I}`,
    `tus|sus|tu|su ..3 apuntan|apunta|sugieren|sugiere|indican|indica a|hacia|que|tienes? ${I}`,
  ],
  fr: [
    `vous|tu avez|as|souffrez|souffres xhedge? d? ${I}`,
    "tu|vous es|etes xhedge? xadj",
    `c|cela|ca|il|on est|pourrait|peut|semble|ressemble|dirait|doit xhedge? etre|a? xhedge? ${I}`,
    `tes|vos|ton|votre ..3 font|fait|evoquent|suggerent|indiquent penser? a|au? ${I}`,
  ],
  it: [
    `hai|ha|soffri|soffre xhedge? di? ${I}`,
    "sei|e xhedge? xadj",
    `e|sembra|potrebbe|pare|puo xhedge? essere? ${I}`,
    `i tuoi|suoi ..3 indicano|suggeriscono ${I}`,
  ],
  pt: [
    `voce|tu tem|tens|sofre|sofres xhedge? de? ${I}`,
    "voce|tu e|es|esta xhedge? xadj",
    `e|parece|pode|poderia|deve xhedge? ser? ${I}`,
    `seus|teus|os ..3 apontam|sugerem|indicam para? ${I}`,
  ],
};

export const MEDICATION: Readonly<Record<string, readonly string[]>> = {
  de: [
    `setz|setze|setzen ..2 ${MED} ..2 ab`,
    `${MED} absetzen|weglassen|halbieren|verdoppeln|reduzieren|erhohen|auslassen`,
    `lass|lasse|lassen ..2 ${MED} weg|aus`,
    `nimm|nehmen|nehme ein|eine? xdrug`,
    `erhohe|erhohen|senke|senken|verdopple|verdoppeln|halbiere|reduziere|andere|stoppe ..2 ${MED}|xdose`,
  ],
  es: [
    `deja|deje|dejar|deberias|suspende|suspenda|suspender ..4 ${MED}`,
    "toma|tome|tomate xdrug",
    `aumenta|aumente|reduce|reduzca|dobla|duplica|baja|sube|cambia|salta|saltate ..2 ${MED}|xdose`,
  ],
  fr: [
    `arrete|arretez|arreter|cesse|cessez|stoppe|saute ..4 ${MED}`,
    "prends|prenez de? xdrug",
    `augmente|augmentez|reduis|reduisez|doublez|diminue|diminuez|changez ..2 ${MED}|xdose`,
    `double|change ta|ton|tes|vos|votre ..1 ${MED}|xdose`,
  ],
  it: [
    `smetti|smetta|smettere|sospendi|sospenda|sospendere|interrompi|interrompere ..4 ${MED}`,
    "prendi|prenda xdrug",
    `aumenta|riduci|raddoppia|dimezza|cambia|salta ..3 ${MED}|xdose`,
  ],
  pt: [
    `pare|parar|suspenda|suspender|deixe|deixar|interrompa ..4 ${MED}`,
    "tome|toma xdrug",
    `aumente|reduza|dobre|diminua|mude|pule ..3 ${MED}|xdose`,
  ],
};

/** "Do not take your tablets." */
export const MEDICATION_OMIT: Readonly<Record<string, readonly string[]>> = {
  all: [
    `nimm|nehmen ..2 ${MED} ..2 nicht|nie`,
    `no|nunca|nao tomes|tome ..3 ${MED}`,
    `prends|prenez pas|jamais ..2 ${MED}`,
    `non prendere|prenda ..3 ${MED}`,
  ],
};

export const DOSE: Readonly<Record<string, readonly string[]>> = {
  all: [
    `nimm|nehmen|toma|tome|prends|prenez|prendi|prenda ..1 ${NUM} ..2 ${MED}`,
    "nimm|nehmen|toma|tome|prends|prenez|prendi|prenda ..1 xnum xunit",
    `${NUM} ${MED} reicht|genugt|es|basta|suffit|bastano|chega`,
  ],
};

export const PROGNOSIS: Readonly<Record<string, readonly string[]>> = {
  de: [
    "du|sie wirst|werden ..1 in|bis|innerhalb ..3 gesund|geheilt|genesen|sterben",
    "du|sie hast|haben ..1 noch? ..3 zu leben",
    `du|sie ..2 risiko|gefahr ..1 fur|von ..1 ${I}`,
    "du|sie wirst|werden ..2 sterben",
  ],
  es: [
    "te|se recuperaras|recuperara|curaras|curara ..4 dias|semanas|semana|meses|mes",
    "te|le|tienes|tiene quedan|queda ..3 de vida",
    `tienes|tiene ..3 riesgo de? ${I}`,
    "vas|va a morir",
  ],
  fr: [
    "tu|vous gueriras|guerirez|serez|seras ..4 jours|semaines|semaine|mois",
    "il te|vous reste ..3 a vivre",
    `tu|vous as|avez ..3 risque ..2 ${I}`,
    "tu|vous vas|allez mourir",
  ],
  it: [
    "guarirai|guarira ..4 giorni|settimane|settimana|mesi|mese",
    "ti|le restano|resta|rimangono ..3 di vita",
    `hai|ha ..3 rischio ..2 ${I}`,
    "morirai",
  ],
  pt: [
    "voce|tu vai|vais ..1 recuperar|curar|morrer",
    "voce|tu tem|tens|restam ..3 de vida",
    `voce|tu tem|tens ..3 risco ..2 ${I}`,
  ],
};

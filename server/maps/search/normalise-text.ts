/** Kinds of streets, with their usual abbreviations. */
const ROAD_WORDS = new Map(
  Object.entries({
    avenida: ['av', 'ave', 'avd', 'avda', 'avenida', 'avenue'],
    calle: ['c', 'cl', 'calle', 'street'],
    autopista: ['aut', 'autop', 'autopista'],
    carretera: ['carr', 'carretera'],
    prolongacion: ['prol', 'prolongacion'],
    expreso: ['exp', 'expreso'],
    puente: ['pte', 'puente'],
  }).flatMap(([word, spellings]) => spellings.map((spelling) => [spelling, word] as const)),
);

const ABBREVIATIONS = new Map<string, string>(
  Object.entries({
    dr: 'doctor',
    gral: 'general',
    hosp: 'hospital',
    pres: 'presidente',
    prof: 'profesor',
    sta: 'santa',
    sto: 'santo',
    univ: 'universidad',
    urb: 'urbanizacion',
  }),
);

const FILLERS = new Set(['a', 'al', 'de', 'del', 'e', 'el', 'en', 'esq', 'esquina', 'la', 'las', 'los', 'y']);

/** `names` identify a place; `roadWords` (avenida, calle …) and `fillers` (de, la …) only refine the match. */
export type Words = { names: string[]; roadWords: string[]; fillers: string[] };

/** Splits a text into words: lower case, no accents, no punctuation, expanded abbreviations. */
export function normaliseText(text: string): Words {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // c/ abbreviates calle in Spanish.
    .replace(/\bc\//g, 'calle ');
  const words: Words = { names: [], roadWords: [], fillers: [] };
  for (const token of plain.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const roadWord = ROAD_WORDS.get(token);
    if (roadWord !== undefined) words.roadWords.push(roadWord);
    else if (FILLERS.has(token)) words.fillers.push(token);
    else words.names.push(ABBREVIATIONS.get(token) ?? token);
  }
  return words;
}

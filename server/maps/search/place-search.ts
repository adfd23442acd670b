import MiniSearch, { type SearchResult } from 'minisearch';
import { foldText } from '../../../domain/plain-text.ts';
import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import { type Bounds, isInside, type LngLat, toPosition } from '../geometry.ts';
import type { Landmark } from './landmark.ts';

/** Results near `near` rank higher; results outside `within` (west, south, east, north) are excluded. */
type PlaceQuery = {
  text: string;
  limit: number;
  near?: LngLat;
  within?: Bounds;
  layers?: readonly string[];
};

type Indexed = { id: number; name: string; joined: string; roadWords: string; around: string };

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

const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 9;
const PREFIX_FROM = 3;
/** More words, or more matches of words, would occupy the thread of the map for seconds. */
const MAX_WORDS = 10;
const MAX_MATCHES = 100_000;
// Nearness counts half at this distance.
const NEARNESS_KM = 5;

/** Finds landmarks by name, whatever the accents and case, by the start of a word, and with typos. */
export class PlaceSearch {
  readonly #landmarks: readonly Landmark[];
  readonly #names: readonly Words[];
  readonly #index = new MiniSearch<Indexed>({
    fields: ['name', 'joined', 'roadWords', 'around'],
    tokenize: (text) => text.split(' ').filter((word) => word !== ''),
    processTerm: (term) => term,
  });

  constructor(landmarks: readonly Landmark[]) {
    this.#landmarks = landmarks;
    this.#names = landmarks.map(({ name }) => normaliseText(name));
    this.#index.addAll(landmarks.map((landmark, id) => ({ id, ...this.#toFields(landmark, id) })));
  }

  #toFields({ street = '', district = '', city = '' }: Landmark, id: number): Omit<Indexed, 'id'> {
    const { names = [], roadWords = [], fillers = [] } = this.#names[id] ?? {};
    const around = normaliseText(`${street} ${district} ${city}`);
    return {
      name: [...names, ...fillers].join(' '),
      joined: names.length > 1 ? names.join('') : '',
      roadWords: roadWords.join(' '),
      around: [...new Set(around.names)].join(' '),
    };
  }

  /** The best matches first; of equally good ones the nearer first. */
  find({ text, limit, near, within, layers }: PlaceQuery): Landmark[] {
    const words = normaliseText(text);
    const matches = this.#matches(words);
    const best = matches.reduce((most, { score }) => Math.max(most, score), 0);
    return matches
      .flatMap((match) => {
        const landmark = this.#landmarks[match.id];
        if (landmark === undefined || !isIncluded(landmark, within, layers)) return [];
        return [{ landmark, rank: this.#rateMatch(words, match) + rate(landmark, match.score / best, near) }];
      })
      .sort((a, b) => b.rank - a.rank)
      .map(({ landmark }) => landmark)
      .filter(createDuplicateFilter())
      .slice(0, limit);
  }

  #matches({ names, roadWords, fillers }: Words): SearchResult[] {
    const given = [names, roadWords, fillers].find((words) => words.length > 0) ?? [];
    const terms = [...new Set(given)].slice(0, MAX_WORDS);
    let matchesLeft = MAX_MATCHES;
    const search = (text: string, combineWith: 'AND' | 'OR') =>
      this.#index.search(text, {
        combineWith,
        fields: given === roadWords ? ['roadWords'] : ['name', 'joined', 'around'],
        boost: { name: 3 },
        prefix: (term, i, all) => i === all.length - 1 || term.length >= PREFIX_FROM,
        fuzzy: (term) => (term.length >= TWO_TYPOS_FROM ? 2 : term.length >= ONE_TYPO_FROM ? 1 : false),
        weights: { fuzzy: 0.4, prefix: 0.7 },
        // Called for each match of a word; one without weight is left out.
        boostDocument: () => {
          matchesLeft -= 1;
          return matchesLeft < 0 ? 0 : 1;
        },
      });
    const all = search(terms.join(' '), 'AND');
    if (all.length > 0) return all;
    // Finds BlueMall for "blue mall". The index contains joined names for the opposite case, "bocachica".
    const joined = search(terms.join(''), 'AND');
    return joined.length > 0 ? joined : search(terms.join(' '), 'OR');
  }

  /** Classes of matches: the whole name, its start, every word, a similar name, or only the surrounding area. */
  #rateMatch(query: Words, { id, match }: SearchResult): number {
    const name = this.#names[id];
    if (name === undefined) return 0;
    const queryName = query.names.join(' ');
    const ownName = name.names.join(' ');
    const roadWord = query.roadWords.some((word) => name.roadWords.includes(word)) ? 0.5 : 0;
    if (queryName === '') return roadWord;
    if (ownName === queryName) return 3 + roadWord;
    if (ownName.startsWith(queryName)) return 2 + roadWord;
    const hasEveryWord = query.names.every((word) => name.names.some((part) => part.startsWith(word)));
    if (hasEveryWord) return 1.5 + roadWord;
    const isLikeName = Object.values(match).every((fields) => fields.includes('name') || fields.includes('joined'));
    return (isLikeName ? 1 : 0) + roadWord;
  }
}

/** From 0 to 1: mostly nearness with a position, otherwise prominence and the score of the text. */
function rate({ point, prominence }: Landmark, relevance: number, near: LngLat | undefined): number {
  if (near === undefined) return relevance * 0.5 + prominence * 0.5;
  const km = calculateDistanceKm(toPosition(point), toPosition(near));
  return relevance * 0.25 + prominence * 0.1 + 0.65 / (1 + km / NEARNESS_KM);
}

function isIncluded({ point, type }: Landmark, within: PlaceQuery['within'], layers: PlaceQuery['layers']): boolean {
  return (layers === undefined || layers.includes(type)) && isInside(point, within);
}

/** Keeps the first landmark of each name, type and town: a street may have several lines. */
function createDuplicateFilter(): (landmark: Landmark) => boolean {
  const seen = new Set<string>();
  return ({ name, type, city }) => {
    const key = `${type}|${name}|${city}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

/** `names` identify a place; `roadWords` (avenida, calle …) and `fillers` (de, la …) only refine the match. */
type Words = { names: string[]; roadWords: string[]; fillers: string[] };

/** Splits a folded text into words: no punctuation, expanded abbreviations. */
function normaliseText(text: string): Words {
  // c/ abbreviates calle in Spanish.
  const plain = foldText(text).replace(/\bc\//g, 'calle ');
  const words: Words = { names: [], roadWords: [], fillers: [] };
  for (const token of plain.match(/[\p{L}\p{N}]+/gu) ?? []) {
    const roadWord = ROAD_WORDS.get(token);
    if (roadWord !== undefined) words.roadWords.push(roadWord);
    else if (FILLERS.has(token)) words.fillers.push(token);
    else words.names.push(ABBREVIATIONS.get(token) ?? token);
  }
  return words;
}

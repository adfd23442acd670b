import MiniSearch, { type SearchResult } from 'minisearch';
import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import { type LngLat, toPosition } from '../position.ts';
import type { Landmark } from './landmark.ts';
import { normaliseText, type Words } from './normalise-text.ts';

/** What is asked for; `near` is where the person is, `within` (west, south, east, north) leaves out everything else. */
export type PlaceQuery = {
  text: string;
  limit: number;
  near?: LngLat;
  within?: readonly [number, number, number, number];
  layers?: readonly string[];
};

type Indexed = { id: number; name: string; joined: string; roadWords: string; around: string };

const ONE_TYPO_FROM = 4;
const TWO_TYPOS_FROM = 9;
const PREFIX_FROM = 3;
// At this distance nearness counts half as much as next door.
const NEARNESS_KM = 5;

/** Finds landmarks by name: any accents, any case, the start of a word, a wrong letter. */
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
    this.#index.addAll(landmarks.map((landmark, id) => ({ id, ...this.#fieldsOf(landmark, id) })));
  }

  #fieldsOf({ street = '', district = '', city = '' }: Landmark, id: number): Omit<Indexed, 'id'> {
    const { names = [], roadWords = [], fillers = [] } = this.#names[id] ?? {};
    const around = normaliseText(`${street} ${district} ${city}`);
    return {
      name: [...names, ...fillers].join(' '),
      joined: names.length > 1 ? names.join('') : '',
      roadWords: roadWords.join(' '),
      around: [...new Set(around.names)].join(' '),
    };
  }

  /** The best matches first; nearer ones before farther ones when the names fit equally well. */
  find({ text, limit, near, within, layers }: PlaceQuery): Landmark[] {
    const words = normaliseText(text);
    const matches = this.#matches(words);
    const best = Math.max(...matches.map(({ score }) => score));
    return matches
      .flatMap((match) => {
        const landmark = this.#landmarks[match.id];
        if (landmark === undefined || !isWanted(landmark, within, layers)) return [];
        return [{ landmark, rank: this.#fit(words, match) + blend(landmark, match.score / best, near) }];
      })
      .sort((a, b) => b.rank - a.rank)
      .map(({ landmark }) => landmark)
      .filter(firstOfItsName())
      .slice(0, limit);
  }

  #matches({ names, roadWords, fillers }: Words): SearchResult[] {
    const wanted = [names, roadWords, fillers].find((words) => words.length > 0) ?? [];
    const search = (text: string, combineWith: 'AND' | 'OR') =>
      this.#index.search(text, {
        combineWith,
        fields: wanted === roadWords ? ['roadWords'] : ['name', 'joined', 'around'],
        boost: { name: 3 },
        prefix: (term, i, terms) => i === terms.length - 1 || term.length >= PREFIX_FROM,
        fuzzy: (term) => (term.length >= TWO_TYPOS_FROM ? 2 : term.length >= ONE_TYPO_FROM ? 1 : false),
        weights: { fuzzy: 0.4, prefix: 0.7 },
      });
    const all = search(wanted.join(' '), 'AND');
    if (all.length > 0) return all;
    // "blue mall" for BlueMall; the other way round, "bocachica", is found by the joined name in the index.
    const joined = search(wanted.join(''), 'AND');
    return joined.length > 0 ? joined : search(wanted.join(' '), 'OR');
  }

  /** How well the name fits, in classes: all of it, its start, every word of it, something like it, or only what is around. */
  #fit(query: Words, { id, match }: SearchResult): number {
    const name = this.#names[id];
    if (name === undefined) return 0;
    const asked = query.names.join(' ');
    const own = name.names.join(' ');
    const roadWord = query.roadWords.some((word) => name.roadWords.includes(word)) ? 0.5 : 0;
    if (asked === '') return roadWord;
    if (own === asked) return 3 + roadWord;
    if (own.startsWith(asked)) return 2 + roadWord;
    const isWithin = query.names.every((word) => name.names.some((part) => part.startsWith(word)));
    if (isWithin) return 1.5 + roadWord;
    const isLikeName = Object.values(match).every((fields) => fields.includes('name') || fields.includes('joined'));
    return (isLikeName ? 1 : 0) + roadWord;
  }
}

/** From 0 to 1: nearness first when a position is known, else how well known the place is, and the text's own score. */
function blend({ point, prominence }: Landmark, relevance: number, near: LngLat | undefined): number {
  if (near === undefined) return relevance * 0.5 + prominence * 0.5;
  const km = calculateDistanceKm(toPosition(point), toPosition(near));
  return relevance * 0.25 + prominence * 0.1 + 0.65 / (1 + km / NEARNESS_KM);
}

function isWanted({ point: [lng, lat], type }: Landmark, within: PlaceQuery['within'], layers: PlaceQuery['layers']) {
  if (layers !== undefined && !layers.includes(type)) return false;
  if (within === undefined) return true;
  const [west, south, east, north] = within;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** Lets each name of a kind in a town pass once: a street drawn as several lines is one result. */
function firstOfItsName(): (landmark: Landmark) => boolean {
  const seen = new Set<string>();
  return ({ name, type, city }) => {
    const key = `${type}|${name}|${city}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Position } from '../../../domain/zones/distance.ts';
import { useDebounced } from '../../platform/use-debounced.ts';
import { type PlaceSearchOptions, searchPlaces } from './search-places.ts';

/** Typing is over after this pause. */
const PAUSE_MS = 200;
const MIN_LETTERS = 2;

/** The places that match what is typed, as it is typed; nothing is asked before the second letter. */
export function usePlaceSearch(typed: string, near: Position, { country }: PlaceSearchOptions = {}) {
  const query = useDebounced(typed.trim(), PAUSE_MS);
  const isWanted = typed.trim().length >= MIN_LETTERS;
  const isAsked = isWanted && query.length >= MIN_LETTERS;
  const search = useQuery({
    queryKey: ['places', query, near.lat, near.lng, country],
    queryFn: ({ signal }) => searchPlaces(query, near, signal, { country }),
    // Not for what was typed before, when the place that comes first changes while one types.
    enabled: isAsked && query === typed.trim(),
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return {
    places: isAsked ? (search.data ?? []) : [],
    isSearching: isWanted && (search.isFetching || query !== typed.trim()),
    problem: isAsked ? search.error : null,
    isWanted,
  };
}

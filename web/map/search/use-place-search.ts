import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Position } from '../../../domain/zones/distance.ts';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import type { PlaceSearchOptions } from '../contract.ts';
import { searchPlaces } from './search-places.ts';

/** A search starts after a pause this long. */
const PAUSE_MS = 200;
const MIN_LETTERS = 2;

/** The places that match the text while it is typed, from the second letter on. */
export function usePlaceSearch(typed: string, near: Position, { country }: PlaceSearchOptions = {}) {
  const query = useDebounced(typed.trim(), PAUSE_MS);
  const isLongEnough = typed.trim().length >= MIN_LETTERS;
  const isEnabled = isLongEnough && query.length >= MIN_LETTERS;
  const search = useQuery({
    queryKey: ['places', query, near.lat, near.lng, country],
    queryFn: ({ signal }) => searchPlaces(query, near, signal, { country }),
    // Not for the previous text when `near` changes while somebody types.
    enabled: isEnabled && query === typed.trim(),
    placeholderData: keepPreviousData,
    networkMode: 'always',
  });
  return {
    places: isEnabled ? (search.data ?? []) : [],
    isSearching: isLongEnough && (search.isFetching || query !== typed.trim()),
    problem: isEnabled ? search.error : null,
    isLongEnough,
  };
}

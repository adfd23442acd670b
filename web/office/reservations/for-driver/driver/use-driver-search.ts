import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../../../ui/platform/use-debounced.ts';
import { findDrivers } from '../data.ts';

/** A search starts after a pause this long. */
const PAUSE_MS = 200;
const MIN_LETTERS = 2;

/** The drivers who match the words while they are typed, from the second letter on. */
export function useDriverSearch(typed: string) {
  const words = typed.trim();
  const settled = useDebounced(words, PAUSE_MS);
  const isLongEnough = words.length >= MIN_LETTERS;
  const search = useQuery({
    queryKey: ['drivers-to-reserve-for', settled],
    queryFn: ({ signal }) => findDrivers(settled, signal),
    enabled: isLongEnough && settled === words,
    placeholderData: keepPreviousData,
    // Somebody may have been suspended meanwhile.
    gcTime: 0,
    networkMode: 'always',
  });
  return {
    drivers: isLongEnough ? (search.data ?? []) : [],
    isSearching: isLongEnough && (search.isFetching || settled !== words),
    problem: isLongEnough ? search.error : null,
    isLongEnough,
  };
}

import { useQuery } from '@tanstack/react-query';
import { isSpaceFree } from '../../data/occupancy.ts';
import { useDebounced } from '../../platform/use-debounced.ts';

/** How long the form has to stay unchanged before the request. */
const QUIET_MS = 400;

export const AVAILABILITY_KEY = ['availability'];

type Stay = { spaceId: string; startTime: Date | null; endTime: Date | null };

/**
 * Whether the space is free for the time in the form, as a hint. Undefined until that is known, also when the request failed:
 * confirming checks again and shows the error.
 */
export function useReserveAvailability({ spaceId, startTime, endTime }: Stay): boolean | undefined {
  const latest = startTime && endTime ? `${startTime.toISOString()} ${endTime.toISOString()}` : null;
  const debounced = useDebounced(latest, QUIET_MS);
  const { data } = useQuery({
    queryKey: [...AVAILABILITY_KEY, spaceId, debounced],
    queryFn: () => {
      const [from = '', to = ''] = (debounced ?? '').split(' ');
      return isSpaceFree(spaceId, { from: new Date(from), to: new Date(to) }, 'availability-not-checked');
    },
    enabled: debounced !== null,
  });
  return debounced === latest ? data : undefined;
}

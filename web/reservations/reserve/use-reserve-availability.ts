import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../platform/use-debounced.ts';
import { isAvailable } from './data.ts';

/** How long the person leaves the form alone before it asks. */
const QUIET_MS = 400;

export const AVAILABILITY_KEY = ['availability'];

type Wanted = { spaceId: string; startTime: Date | null; endTime: Date | null };

/**
 * Whether the space is free for the time in the form, as a hint while the person chooses. Undefined while that is not
 * known, and when asking fails: confirming asks again and says so.
 */
export function useReserveAvailability({ spaceId, startTime, endTime }: Wanted): boolean | undefined {
  const wanted = startTime && endTime ? `${startTime.toISOString()} ${endTime.toISOString()}` : null;
  const asked = useDebounced(wanted, QUIET_MS);
  const { data } = useQuery({
    queryKey: [...AVAILABILITY_KEY, spaceId, asked],
    queryFn: () => {
      const [start = '', end = ''] = (asked ?? '').split(' ');
      return isAvailable({ spaceId, startTime: new Date(start), endTime: new Date(end) });
    },
    enabled: asked !== null,
  });
  return asked === wanted ? data : undefined;
}

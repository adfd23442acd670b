import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../../ui/platform/use-debounced.ts';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';
import { loadMoveTargets, type MovableReservation, type MoveTargets } from './data.ts';

/** How long the start has to stay unchanged before the request. */
const QUIET_MS = 400;

/** The spaces of the reservation's zone for this start, its own one also before they have loaded. */
export function useMoveTargets(reservation: MovableReservation, start: Date): MoveTargets {
  const { id, spaceId, spaceName } = reservation;
  const starts = useDebounced(start.toISOString(), QUIET_MS);
  const list = useQuery({
    queryKey: ['move-targets', id, starts],
    queryFn: ({ signal }) => loadMoveTargets(id, starts, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(list.error);
  const { targets, hasMore } = list.data ?? { targets: [], hasMore: false };
  const own = { id: spaceId, name: spaceName ?? '', hindrance: null };
  return { targets: targets.some((target) => target.id === spaceId) ? targets : [own, ...targets], hasMore };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../platform/use-debounced.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { loadMoveTargets, type MovableReservation } from './data.ts';
import type { MoveTarget } from './move-target.ts';

/** How long the start has to stay unchanged before the request. */
const QUIET_MS = 400;

/** The spaces of the reservation's zone for this start, its own one also before they have loaded. */
export function useMoveTargets(reservation: MovableReservation, start: Date): readonly MoveTarget[] {
  const { id, spaceId, spaceName } = reservation;
  const starts = useDebounced(start.toISOString(), QUIET_MS);
  const targets = useQuery({
    queryKey: ['move-targets', id, starts],
    queryFn: ({ signal }) => loadMoveTargets(id, starts, signal),
    placeholderData: keepPreviousData,
  });
  useProblemToast(targets.error);
  const loaded = targets.data ?? [];
  const own = { id: spaceId, name: spaceName ?? '', hindrance: null };
  return loaded.some((target) => target.id === spaceId) ? loaded : [own, ...loaded];
}

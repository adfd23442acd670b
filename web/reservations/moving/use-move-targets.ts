import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { loadTimeline } from '../timeline/data.ts';
import { findHindrance, type Hindrance } from '../timeline/find-hindrance.ts';
import { TIMELINE_KEY } from '../timeline/use-timeline.ts';
import type { MovableReservation } from './data.ts';

/** A space that a reservation can move to, unless something hinders it. */
export type MoveTarget = { id: string; name: string; hindrance: Hindrance | null };

/** The spaces of the reservation's zone, its own one also before they have loaded. */
export function useMoveTargets(reservation: MovableReservation, period: Period): readonly MoveTarget[] {
  const { zoneId } = reservation;
  const spaces = useQuery({
    queryKey: [...TIMELINE_KEY, zoneId, period],
    queryFn: ({ signal }) => loadTimeline(zoneId ?? '', period, signal),
    enabled: zoneId !== null,
    placeholderData: keepPreviousData,
  });
  useProblemToast(spaces.error);
  const own = { id: reservation.spaceId, name: reservation.spaceName ?? '', hindrance: null };
  const targets = (spaces.data?.spaces ?? []).map((space) => ({
    id: space.id,
    name: space.name,
    hindrance: findHindrance(space, { period, reservationId: reservation.id }),
  }));
  return targets.some(({ id }) => id === own.id) ? targets : [own, ...targets];
}

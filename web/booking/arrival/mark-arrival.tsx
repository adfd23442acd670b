import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { EARLIEST_ARRIVAL_MS } from '../../../domain/reservations/times.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { Button, type ButtonProps } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { RESERVATION_CHANGES } from '../keys.ts';

type Expected = Period & { id: string; arrivedAt: string | null };

/** Marks that the driver has arrived, or takes it back. */
function toggleArrival({ id, startsAt, endsAt, arrivedAt }: Expected): Promise<void> {
  return save(
    arrivedAt === null
      ? dataClient().rpc('mark_arrival', { reservation: id, seen_start: startsAt, seen_end: endsAt })
      : dataClient().rpc('unmark_arrival', { reservation: id, seen_arrival: arrivedAt }),
    'arrival-not-saved',
  );
}

type ArrivalButtonProps = ButtonProps & { reservation: Expected; now: Date; names: { plate: string; space: string } };

/** Marks that a driver is here, or takes it back, while the database takes it. */
export function ArrivalButton({ reservation, now, names, ...button }: ArrivalButtonProps) {
  const { mutate, isPending } = useAction(toggleArrival, { invalidates: RESERVATION_CHANGES });
  const { startsAt, endsAt, arrivedAt } = reservation;
  if (now.getTime() < startsAt.getTime() - EARLIEST_ARRIVAL_MS || now >= endsAt) return null;
  const [variant, label, name] =
    arrivedAt === null
      ? (['primary', m.today_mark_arrival(), m.today_mark_arrival_of(names)] as const)
      : (['secondary', m.action_undo(), m.today_undo_arrival(names)] as const);
  return (
    <Button {...{ variant, 'aria-label': name, ...button }} disabled={isPending} onClick={() => mutate(reservation)}>
      {isPending ? m.action_saving() : label}
    </Button>
  );
}

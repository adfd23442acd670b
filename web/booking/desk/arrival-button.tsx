import { m } from '#messages';
import { EARLIEST_ARRIVAL_MS } from '../../../domain/reservations/times.ts';
import { Button, type ButtonProps } from '../../ui/form/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { RESERVATION_CHANGES } from '../keys.ts';
import { type Expected, toggleArrival } from './desk-changes.ts';

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
    <Button variant={variant} aria-label={name} {...button} disabled={isPending} onClick={() => mutate(reservation)}>
      {isPending ? m.action_saving() : label}
    </Button>
  );
}

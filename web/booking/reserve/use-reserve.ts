import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { createPeriod, type Period } from '../../../domain/days/period.ts';
import { isProblem, Problem, type ProblemKey, toErrorMessage } from '../../../domain/problems.ts';
import type { PaymentMethod, Reservation } from '../../../domain/reservations/reservation.ts';
import { accountKeys } from '../../account/keys.ts';
import { dataKeys } from '../../data/keys.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { storeLastPayment, toChosenPayment, useHeldPayment } from '../../money/payments/driver-payment.tsx';
import { isUncertain } from '../../money/payments/use-pay.ts';
import { forgetForm } from '../../money/payments/waiting-form.ts';
import { toastError } from '../../ui/feedback/use-problem-toast.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { ROOT, readAgain } from '../../ui/platform/query-keys.ts';
import { readChosenArrival } from '../arrival/chosen-arrival.tsx';
import { bookingKeys, RESERVATION_CHANGES } from '../keys.ts';
import { releaseHold } from '../lists/reservations-of-driver.ts';
import { createReservation, loadReserveTarget, type NewReservation, type ReserveTarget } from './new-reservation.ts';

type ReserveOptions = {
  /** Null with sample data, where no money moves. */
  userId: string | null;
  initialPayment: PaymentMethod;
  onReserved: (reservation: Reservation) => void;
  /** Called when somebody else took the space first. */
  onSpaceTaken?: (booking: NewReservation) => void;
  /** Whether the form itself says that the space is taken. */
  saysTaken?: boolean;
  /** Whether the form books once, whatever is changed between its tries. */
  booksOnce?: boolean;
};

type Draft = Omit<NewReservation, 'id' | 'isCharged'>;

/** Stands for space and time in the key of a form that books once, so that all its tries have one id. */
const ONE_BOOKING = { spaceId: '', ...createPeriod(new Date(0), 0) };

/** Problems that mean the form shows outdated vehicles or settings. */
const OUTDATED: readonly ProblemKey[] = [
  'vehicle-not-found',
  'reservation-over-limit',
  'under-maintenance',
  'reservations-paid-here',
];

/** The specification has these in a toast; the form shows the others. */
const isToasted = (error: unknown) =>
  isProblem(error, 'space-taken', 'space-details-not-loaded', 'availability-not-checked', 'reservation-not-created');

/** Books a space once; a repeat after a lost response is the same reservation. `payment` is null where nothing is paid here. */
export function useReserve({ userId, initialPayment, onReserved, onSpaceTaken, ...form }: ReserveOptions) {
  const { saysTaken = false, booksOnce = false } = form;
  const queryClient = useQueryClient();
  const reloadTarget = useReloadTarget();
  const [keys] = useState(() => createIdempotencyKeys(() => crypto.randomUUID()));
  const isCharged = useChargesDrivers() && userId !== null;
  const { chosen, setChosen, payHeld } = useHeldPayment(toChosenPayment(initialPayment));
  const addId = (booking: Draft): NewReservation => ({
    ...booking,
    isCharged,
    id: keys.getKey({ ...(booksOnce ? ONE_BOOKING : booking), heldFor: describeHold({ ...booking, isCharged }) }),
  });
  const heldId = useRef<string | null>(null);
  const release = async () => {
    const id = heldId.current;
    if (id === null) return;
    heldId.current = null;
    // A hold that could not be released lapses by itself.
    await releaseHold(id).catch((error: unknown) => logWarning('The hold was not released', error));
    keys.forget(id);
  };
  const create = async (booking: NewReservation): Promise<Reservation> => {
    try {
      return await createReservation(booking);
    } catch (error) {
      if (!isProblem(error, 'hold-is-over')) throw error;
      heldId.current = null;
      keys.forget(booking.id);
      return createReservation(addId(booking));
    }
  };
  const book = async (booking: NewReservation): Promise<Reservation> => {
    if (heldId.current !== booking.id) await release();
    const booked = await create(booking);
    if (booked.status !== 'held') return booked;
    heldId.current = booked.id;
    try {
      await payHeld(booked);
    } catch (error) {
      if (!isUncertain(error)) await release();
      throw error;
    }
    return booked;
  };
  const bookOrFail = (booking: NewReservation) =>
    book(booking).catch((error: unknown) => {
      throw error instanceof Problem ? error : new Problem('reservation-not-created', { cause: error });
    });
  const { mutate, ...mutation } = useAction(bookOrFail, {
    isOnce: true,
    onSuccess: (reservation) => {
      // The browser is on its way to the provider.
      if (reservation.status === 'held') return;
      toast.success(m.reserve_confirmed());
      if (isCharged) storeLastPayment(userId, 'wallet');
      forgetForm(userId);
      onReserved(reservation);
      return readAgain(queryClient, RESERVATION_CHANGES);
    },
    onError: async (error, booking) => {
      const { spaceId, startsAt, endsAt } = booking;
      if (isToasted(error) && !(saysTaken && isProblem(error, 'space-taken'))) toastError(toErrorMessage(error));
      // The form may still call the space free.
      if (isProblem(error, 'space-taken')) {
        queryClient.setQueryData(bookingKeys.availability(spaceId, { startsAt, endsAt }), false);
        onSpaceTaken?.(booking);
      } else if (isProblem(error, ...OUTDATED)) {
        void readAgain(queryClient, [ROOT.booking, accountKeys.vehicles(), dataKeys.publicSettings()]);
      } else if (isProblem(error, 'price-changed')) {
        await reloadTarget(spaceId).catch((cause: unknown) => logWarning('The new price was not loaded', cause));
      } else {
        void readAgain(queryClient, [bookingKeys.availability()]);
      }
    },
  });
  return {
    ...mutation,
    /** What the form shows. */
    problem: isToasted(mutation.error) ? null : mutation.error,
    mutate: (booking: Draft) => mutate(addId(booking)),
    payment: isCharged ? { chosen, onChoose: setChosen } : null,
  };
}

export function useReloadTarget() {
  const queryClient = useQueryClient();
  return async (spaceId: string): Promise<ReserveTarget> => {
    const target = await loadReserveTarget(spaceId, { now: getNow(), hasChosenTime: true });
    await readAgain(queryClient, [bookingKeys.rates(), bookingKeys.zones('times')]);
    queryClient.setQueryData(bookingKeys.reserveTarget(spaceId), target);
    return target;
  };
}

/**
 * The space to reserve with its zone: at first as the previous screen has them, then as the database does.
 * @param hasValues whether a time is filled in already; otherwise the space has to be free now
 */
export function useReserveTarget(spaceId: string, handedOver: ReserveTarget | null, hasValues: boolean) {
  const known =
    handedOver?.space.id === spaceId ? { ...handedOver, isAvailable: true, isOutOfService: false } : undefined;
  const target = useQuery({
    queryKey: bookingKeys.reserveTarget(spaceId),
    queryFn: () => {
      const now = getNow();
      const hasChosenTime = hasValues || readChosenArrival(now) !== null;
      return loadReserveTarget(spaceId, { now, hasChosenTime });
    },
    // Checked once when the screen opens: after the booking the space is taken, but by this driver.
    staleTime: 'static',
    gcTime: 0,
  });
  return { ...target, data: target.data ?? known };
}

/** Tries with the same values are the same reservation. Vehicle and payment method count in `heldFor` alone, while a space is held. */
type Booking = Period & { spaceId: string; heldFor?: string };

type Payable = Pick<NewReservation, 'isCharged' | 'paymentMethod' | 'vehicle'>;

/** What a hold is for; empty where the wallet pays or nothing is charged, as such a reservation is not held. */
const describeHold = ({ isCharged, paymentMethod, vehicle }: Payable): string =>
  isCharged && paymentMethod !== 'wallet' ? `${paymentMethod} ${vehicle.id}` : '';

/** Gives the same booking the same key for as long as the form lives, so that a retry after a lost response cannot book twice. */
export function createIdempotencyKeys(createKey: () => string) {
  const keys = new Map<string, string>();
  const getKey = ({ spaceId, startsAt, endsAt, heldFor = '' }: Booking): string => {
    const booking = `${spaceId} ${startsAt.toISOString()} ${endsAt.toISOString()} ${heldFor}`;
    const key = keys.get(booking) ?? createKey();
    keys.set(booking, key);
    return key;
  };
  /** The next try is another reservation. */
  const forget = (used: string) => {
    for (const [booking, key] of keys) if (key === used) keys.delete(booking);
  };
  return { getKey, forget };
}

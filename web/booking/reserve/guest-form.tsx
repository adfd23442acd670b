import { startOfMinute } from 'date-fns/startOfMinute';
import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { createPeriod, type Period } from '../../../domain/days/period.ts';
import { formatClock, joinFacts } from '../../../domain/language/format.ts';
import { formatMoney, formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { describeProblem, Problem } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS, type Reservation, toPaymentMethod } from '../../../domain/reservations/reservation.ts';
import { findReservationProblem } from '../../../domain/reservations/times.ts';
import { parsePlate } from '../../../domain/vehicles/vehicle-type.ts';
import { signInAsGuest } from '../../account/session/session.ts';
import { addVehicle, toVehicle } from '../../account/vehicles/vehicles.ts';
import { toastAuthError } from '../../data/auth-message.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { getSignedInUserId } from '../../data/stored-session.ts';
import { DriverPayment } from '../../money/payments/driver-payment.tsx';
import { PaymentChoice, toPaymentFields, useChosenProvider } from '../../money/payments/payment-choice.tsx';
import { usePay } from '../../money/payments/use-pay.ts';
import { useKeptForm } from '../../money/payments/waiting-form.ts';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { StepperField } from '../../ui/form/stepper-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { QuickHours } from '../arrival/reservation-fields.tsx';
import { OverstayNote } from '../overstay-notes.tsx';
import { formatMoment } from '../parking-time.ts';
import { useStayPrice } from '../rates.ts';
import { findReservationTotal, ReservationPrice } from '../reservation-price.tsx';
import { findParkedPlate, type OpenStay, type SignPlace } from './signs.ts';
import { useReserve } from './use-reserve.ts';

type GuestFormProps = {
  sign: string;
  place: SignPlace;
  /** Null until the plate is given: nobody gets a session for looking. */
  userId: string | null;
  onReserved: (reservation: Reservation) => void;
};

/** Plate and time of somebody who parks now without an account, or the plate of a car that is inside. */
export function GuestForm({ sign, place, ...driver }: GuestFormProps) {
  const now = useNow();
  const chargesDrivers = useChargesDrivers();
  const [spaceId, setSpaceId] = useState<string>();
  const [typed, setTyped] = useState('');
  const [hours, setHours] = useState<number | null>(1);
  const [isSent, setIsSent] = useState(false);
  const checking = useAction(
    async ({ plate, draft }: { plate: string; draft: (Period & { spaceId: string; total: number }) | null }) => {
      if (getSignedInUserId() === null) await signInAsGuest();
      const parked = await findParkedPlate(sign, plate);
      if (parked?.stay) return { plate, stay: parked.stay };
      if (draft === null) throw new Problem('no-open-stay');
      const car = await addVehicle(getSignedInUserId() ?? '', { name: plate, plate, type: 'other' });
      return { ...draft, vehicle: toVehicle(car), parkedUntil: parked?.until ?? null, stay: null };
    },
    { onError: toastAuthError },
  );
  const space = place.free.find(({ id }) => id === spaceId) ?? place.free[0];
  const period = hours === null ? null : createPeriod(startOfMinute(now), hours);
  const startsAt = period?.startsAt ?? null;
  const hourlyRate = space?.lowestRate ?? 0;
  const stay = { space: space ?? null, zoneId: place.zone.id, startsAt, vehicleType: 'other', hourlyRate };
  const rates = useStayPrice(stay);
  const freeUntil = space?.freeUntil ?? null;
  const price = { hourlyRate, hours, ...rates };
  const total = findReservationTotal(price);
  const costsNothing = space !== undefined && (total === 0 || !chargesDrivers);
  const plate = parsePlate(typed);
  const isCut = period !== null && freeUntil !== null && period.endsAt > freeUntil;
  const problem = period && findReservationProblem(period, now);
  const isReady = period !== null && total !== null && !problem;
  const limit = freeUntil && m.sign_free_until({ time: formatClock(freeUntil) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (plate === null || (space && !isReady)) return;
    const isBookable = space && isReady && !isCut && !costsNothing;
    checking.mutate({ plate, draft: isBookable ? { ...period, spaceId: space.id, total } : null });
  };

  return (
    <form noValidate onSubmit={submit} aria-busy={checking.isPending} className="flex flex-col gap-5">
      {space && place.space === null ? (
        <SelectField
          label={m.sign_space()}
          options={place.free.map(({ id, name }) => ({ value: id, label: name }))}
          value={space.id}
          onChange={({ target }) => setSpaceId(target.value)}
        />
      ) : null}
      <TextField
        label={m.vehicle_plate()}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isSent && plate === null ? describeProblem('plate-malformed') : undefined}
        hint={m.sign_exit_hint()}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        className="[&_input]:min-h-16 [&_input]:text-center [&_input]:text-3xl [&_input]:font-extrabold [&_input]:tracking-widest [&_input]:uppercase"
      />
      <div hidden={!space} className="flex flex-col gap-5">
        <StepperField
          label={m.reservation_hours_field()}
          value={hours}
          onChange={setHours}
          min={MIN_DURATION_HOURS}
          error={isCut && limit ? limit : problem ? describeProblem(problem.key, problem.values) : undefined}
          hint={joinFacts(period && m.sign_until({ time: formatClock(period.endsAt) }), limit)}
          actions={<QuickHours onAdd={(more) => setHours((hours ?? 0) + more)} />}
        />
        <ReservationPrice {...price} />
        {costsNothing ? <p className="font-semibold">{describeProblem('guest-pays-nothing')}</p> : null}
        <OverstayNote terms={place.zone.overstay} />
      </div>
      <Button type="submit" disabled={checking.isPending}>
        {checking.isPending ? m.status_loading() : m.sign_continue()}
      </Button>
      {checking.data && driver.userId !== null ? (
        checking.data.stay ? (
          <ExitPayment {...checking.data} userId={driver.userId} onClose={checking.reset} />
        ) : (
          <GuestConfirmation {...driver} userId={driver.userId} draft={checking.data} onClose={checking.reset} />
        )
      ) : null}
    </form>
  );
}

type GuestConfirmationProps = Pick<GuestFormProps, 'onReserved'> & {
  userId: string;
  draft: Period & {
    spaceId: string;
    vehicle: ReturnType<typeof toVehicle>;
    total: number;
    parkedUntil: Date | null;
    stay: null;
  };
  onClose: () => void;
};

/** Shows the plate and takes the payment. */
function GuestConfirmation({ userId, draft, onReserved, onClose }: GuestConfirmationProps) {
  const { parkedUntil, stay, ...booking } = draft;
  const { mutate, isBusy, problem, payment } = useReserve({
    userId,
    initialPayment: 'credit',
    onReserved,
    onSpaceTaken: onClose,
  });
  return (
    <QuestionDialog
      title={m.sign_is_this_your_plate()}
      text={m.sign_until({ time: formatClock(draft.endsAt) })}
      label={m.sign_pay({ amount: formatMoney(draft.total) })}
      isPending={isBusy}
      error={problem}
      onConfirm={() => mutate({ ...booking, paymentMethod: toPaymentMethod(payment?.chosen.method ?? 'card') })}
      onClose={onClose}
    >
      <output className="self-center rounded-control border-4 border-ink px-5 py-2 text-4xl font-extrabold tracking-widest wrap-anywhere">
        {draft.vehicle.licensePlate}
      </output>
      {parkedUntil === null ? null : (
        <p role="status" className="rounded-control bg-brand-wash p-3 font-semibold text-brand-ink">
          {m.sign_plate_is_parked({ time: formatClock(parkedUntil) })}
        </p>
      )}
      {payment ? (
        <DriverPayment
          userId={userId}
          value={payment.chosen}
          onChange={payment.onChoose}
          total={toPriceCents(draft.total)}
        />
      ) : null}
    </QuestionDialog>
  );
}

type ExitPaymentProps = { userId: string; plate: string; stay: OpenStay; onClose: () => void };

/** Since when a car is inside and what it costs now, which anybody may pay. */
function ExitPayment({ userId, plate, stay, onClose }: ExitPaymentProps) {
  const { id: reservation, startTime, amount, paidUntil } = stay;
  const now = useNow();
  const { chosen, setChosen, isPossible } = useChosenProvider();
  // After a declined payment the sign is where they go on.
  useKeptForm({ payment: chosen });
  const { mutate, isBusy, error } = useAction(usePay(), { isOnce: true, onError: () => undefined });
  const leaveBy = paidUntil && m.exit_paid_text({ until: formatMoment(paidUntil, now) });
  const fields = amount > 0 && isPossible ? toPaymentFields(chosen) : null;
  return (
    <QuestionDialog
      title={m.sign_exit_title({ plate })}
      isPending={isBusy}
      error={error}
      onClose={onClose}
      text={m.sign_inside_since({ time: formatMoment(startTime, now) })}
      label={fields ? m.sign_pay({ amount: formatMoneyOf(amount) }) : m.action_close()}
      onConfirm={() => (fields ? mutate({ ...fields, purpose: 'exit', reservation, amount }) : onClose())}
    >
      <p className="text-center text-4xl font-extrabold tabular-nums">{formatMoneyOf(amount)}</p>
      {fields ? (
        <PaymentChoice userId={userId} value={chosen} onChange={setChosen} />
      ) : (
        <p role="status">{(amount === 0 && leaveBy) || m.sign_exit_at_desk()}</p>
      )}
    </QuestionDialog>
  );
}

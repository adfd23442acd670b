import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addHours } from 'date-fns/addHours';
import { Clock, ClockPlus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { formatClock } from '../../../domain/language/format.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { isPlain, priceExtension, quoteStay } from '../../../domain/money/rates.ts';
import { isProblem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { EXTENSION_HOURS, getExtensionStart, roundExtensionEnd } from '../../../domain/reservations/times.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { DriverPayment, readLastPayment, useChosenPayment } from '../../money/payments/driver-payment.tsx';
import { toPaymentFields } from '../../money/payments/payment-choice.tsx';
import { usePay } from '../../money/payments/use-pay.ts';
import { closeForm, useKeptForm } from '../../money/payments/waiting-form.ts';
import { extensionState, useNavigationState } from '../../navigation-state.ts';
import { DialogActions, DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button, type ButtonProps } from '../../ui/form/button.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { bookingKeys } from '../keys.ts';
import { formatHours, formatMoment } from '../parking-time.ts';
import { PriceLines } from '../reservation-price.tsx';
import {
  type Extension,
  type ExtensionTerms,
  ExtensionTooLong,
  extendReservation,
  loadExtensionTerms,
  useChangeMutation,
} from './reservation-changes.ts';

const REFRESH_MS = 30_000;

const termsKey = ({ id, endsAt }: Reservation) => bookingKeys.extensionTerms(id, endsAt);

type ExtendProps = {
  reservation: Reservation;
  userId: string | null;
  onExtended: (reservation: Reservation) => void;
};

type ExtendButtonProps = ExtendProps & Pick<ButtonProps, 'className' | 'variant'>;

/** Asks for the new end, says the latest end and the price, and extends the reservation. */
export function ExtendButton({ className, variant = 'secondary', onExtended, ...props }: ExtendButtonProps) {
  const { reservation } = props;
  const kept = useNavigationState(extensionState)?.extension;
  const wanted = kept?.reservationId === reservation.id ? kept : null;
  const [isOpen, setIsOpen] = useState(wanted !== null);
  const terms = useQuery({
    queryKey: termsKey(reservation),
    queryFn: () => loadExtensionTerms(reservation),
    enabled: isOpen,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
  const now = useNow();
  const { endsAt: end } = reservation;
  const close = () => {
    closeForm();
    setIsOpen(false);
  };
  const text = { end: formatMoment(end, now) };
  return (
    <>
      <Button icon={ClockPlus} variant={variant} className={className} onClick={() => setIsOpen(true)}>
        {m.extend_reservation()}
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title={m.extend_title()}
        description={end > now ? m.extend_ends(text) : m.extend_ended(text)}
      >
        <QueryState
          query={terms}
          onCancel={close}
          loading={<SkeletonList label={m.status_loading()} shapes={['h-20', 'h-12', 'h-16']} />}
        >
          {(data) => (
            <ExtendForm
              // The next extension starts from the new end.
              key={end.getTime()}
              {...props}
              terms={data}
              wantedEnd={wanted?.end ?? null}
              onClose={close}
              onExtended={(extended) => {
                close();
                onExtended(extended);
              }}
            />
          )}
        </QueryState>
      </Modal>
    </>
  );
}

type ExtendFormProps = ExtendProps & { terms: ExtensionTerms; wantedEnd: Date | null; onClose: () => void };

function ExtendForm({ reservation, terms, wantedEnd, userId, onClose, onExtended }: ExtendFormProps) {
  const { latestEnd } = terms;
  const queryClient = useQueryClient();
  const now = useNow();
  const [isOtherEnd, setIsOtherEnd] = useState(false);
  const [from] = useState(() => getExtensionStart(reservation, now));
  const min = getExtensionStart(reservation, now);
  const quickEnds = EXTENSION_HOURS.map((hours) => ({ hours, end: addHours(from, hours) }));
  const isPossible = (end: Date) =>
    roundExtensionEnd(reservation, end) > reservation.endsAt && end > now && !(latestEnd && end > latestEnd);
  const [chosen, setChosen] = useState<Date | null>(
    () => [wantedEnd, ...quickEnds.map(({ end }) => end)].find((end) => end !== null && isPossible(end)) ?? latestEnd,
  );
  useKeptForm({ extension: { reservationId: reservation.id, end: chosen } });
  // The chosen end stays when the price has changed.
  const reloadPrice = async (failure: Error) => {
    if (isProblem(failure, 'price-changed')) await queryClient.invalidateQueries({ queryKey: termsKey(reservation) });
  };
  const extension = useChangeMutation({
    userId,
    seen: reservation,
    change: (wanted: Extension) => extendReservation(reservation, wanted),
    done: (extended) => m.extend_done({ end: formatMoment(extended.endsAt, getNow()) }),
    onChanged: onExtended,
    onFailed: async (failure) => {
      if (failure instanceof ExtensionTooLong) {
        queryClient.setQueryData(termsKey(reservation), { ...terms, latestEnd: failure.latestEnd });
        setChosen(failure.latestEnd);
      }
      await reloadPrice(failure);
    },
  });
  const chargesDrivers = useChargesDrivers();
  const [payment, setPayment] = useChosenPayment(userId === null ? { method: 'wallet' } : readLastPayment(userId));
  const paying = useAction(usePay(), { isOnce: true, onError: reloadPrice });
  if (latestEnd !== null && !isPossible(latestEnd)) {
    return (
      <>
        <p role="alert" className="font-semibold">
          {m.extend_impossible({ end: formatMoment(latestEnd, now) })}
        </p>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.action_close()}
          </Button>
        </DialogActions>
      </>
    );
  }
  const end = chosen === null ? null : roundExtensionEnd(reservation, chosen);
  const isValid = end !== null && isPossible(end);
  const latest = latestEnd === null ? undefined : m.problem_extension_too_long({ end: formatMoment(latestEnd, now) });
  const isTooLate = chosen !== null && latestEnd !== null && chosen > latestEnd;
  const amount = priceExtension(terms, reservation, end ?? reservation.endsAt);
  const paid = toPriceCents(reservation.price);
  const stay = isValid ? { ...reservation, endsAt: end } : null;
  const whole = stay && !isPlain(terms, stay) ? quoteStay(terms, stay) : null;
  const isPaid = userId !== null && chargesDrivers && amount > 0;
  const fields = isPaid ? toPaymentFields(payment) : null;
  const isBusy = extension.isBusy || paying.isBusy;
  const error = fields === null ? extension.error : paying.error;
  const busyText = fields === null ? m.extend_busy() : m.payment_leaving();
  const confirmText = (until: Date) => {
    const time = formatMoment(until, now);
    return isPaid
      ? m.extend_confirm_amount({ amount: formatMoneyOf(amount), end: time })
      : m.extend_confirm({ end: time });
  };
  const extend = () => {
    if (end === null || !isValid) return;
    if (fields === null) return extension.mutate({ end, amount });
    paying.mutate({ ...fields, purpose: 'extension', reservation: reservation.id, end: end.toISOString(), amount });
  };
  return (
    <form
      noValidate
      aria-busy={isBusy}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        extend();
      }}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{m.extend_how_long()}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2">
          {quickEnds.map((quick) => (
            <ChoiceCard
              key={quick.hours}
              stacked
              name="extension"
              icon={Clock}
              label={formatHours(quick.hours)}
              detail={formatClock(quick.end)}
              checked={chosen?.getTime() === quick.end.getTime()}
              disabled={!isPossible(quick.end)}
              className="has-disabled:opacity-50"
              onChange={() => setChosen(quick.end)}
            />
          ))}
        </div>
        {isOtherEnd || !quickEnds.some((quick) => quick.end.getTime() === chosen?.getTime()) ? (
          <DateTimeField
            label={m.extend_until()}
            value={chosen}
            min={min}
            max={latestEnd}
            error={isValid ? undefined : isTooLate ? latest : m.extend_too_early({ end: formatMoment(min, now) })}
            hint={latest}
            onChange={setChosen}
          />
        ) : (
          <>
            {latest === undefined ? null : <p className="text-sm text-muted">{latest}</p>}
            <Button variant="quiet" className="-ml-5 self-start" onClick={() => setIsOtherEnd(true)}>
              {m.extend_other_end()}
            </Button>
          </>
        )}
      </fieldset>
      {whole && whole.amount === paid + amount ? <PriceLines lines={whole.lines} paid={paid} /> : null}
      {isPaid ? (
        <DriverPayment userId={userId} value={payment} onChange={setPayment} total={amount} />
      ) : (
        <dl aria-live="polite">
          <SummaryRow label={m.extend_to_pay()} value={isValid ? formatMoneyOf(amount) : '–'} />
        </dl>
      )}
      {error && !isBusy ? <ErrorNote error={error} /> : null}
      <DialogButtons
        label={isValid ? confirmText(end) : m.extend_reservation()}
        pendingLabel={busyText}
        isPending={isBusy}
        isDisabled={!isValid}
        onCancel={onClose}
      />
    </form>
  );
}

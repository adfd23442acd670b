import { useQueryClient } from '@tanstack/react-query';
import { addHours } from 'date-fns';
import { Clock, ClockPlus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { toErrorMessage } from '../../../domain/problems.ts';
import {
  EXTENSION_HOURS,
  getExtensionHours,
  getExtensionStart,
  roundExtensionEnd,
} from '../../../domain/reservations/extension.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { getReservationEnd } from '../../../domain/reservations/times.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { DriverPayment, readLastPayment } from '../../money/payments/driver-payment.tsx';
import { type ChosenPayment, toPaymentFields } from '../../money/payments/payment-choice.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { formatHours, formatMoment } from '../parking-time.ts';
import type { ExtensionTerms } from './data.ts';
import { extensionTermsKey, useExtend, useExtensionTerms, usePayExtension } from './use-extension.ts';

type ExtendButtonProps = Omit<ButtonProps, 'onClick'> & {
  reservation: Reservation;
  userId: string | null;
  onExtended: (reservation: Reservation) => void;
};

/** Extends a reservation after asking for how long. */
export function ExtendButton({ reservation, userId, onExtended, ...button }: ExtendButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setIsOpen(true)}>
        <ClockPlus aria-hidden="true" className="size-5 shrink-0" />
        {m.extend_reservation()}
      </Button>
      <ExtendDialog
        // The next extension starts from the new end.
        key={reservation.durationHours}
        reservation={reservation}
        userId={userId}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onExtended={(extended) => {
          setIsOpen(false);
          onExtended(extended);
        }}
      />
    </>
  );
}

type ExtendDialogProps = {
  reservation: Reservation;
  userId: string | null;
  open: boolean;
  onClose: () => void;
  onExtended: (reservation: Reservation) => void;
};

/** Asks how long a driver wants to stay, and says the latest end and the price before. */
function ExtendDialog({ open, ...props }: ExtendDialogProps) {
  const { reservation, onClose } = props;
  const terms = useExtensionTerms(reservation, open);
  const now = useNow();
  const end = formatMoment(getReservationEnd(reservation), now);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={m.extend_title()}
      description={getReservationEnd(reservation) > now ? m.extend_ends({ end }) : m.extend_ended({ end })}
    >
      <QueryState query={terms} loading={<SkeletonList label={m.status_loading()} shapes={['h-20', 'h-12', 'h-16']} />}>
        {(data) => <ExtendForm terms={data} {...props} />}
      </QueryState>
    </Modal>
  );
}

type ExtendFormProps = Omit<ExtendDialogProps, 'open'> & { terms: ExtensionTerms };

function ExtendForm({ reservation, terms, userId, onClose, onExtended }: ExtendFormProps) {
  const { latestEnd, hourlyRate } = terms;
  const queryClient = useQueryClient();
  const now = useNow();
  const [isOtherEnd, setIsOtherEnd] = useState(false);
  const [from] = useState(() => getExtensionStart(reservation, now));
  const min = getExtensionStart(reservation, now);
  const quickEnds = EXTENSION_HOURS.map((hours) => ({ hours, end: addHours(from, hours) }));
  const isPossible = (end: Date) => getExtensionHours(reservation, end) > 0 && end > now && isWithin(end, latestEnd);
  const [chosen, setChosen] = useState<Date | null>(
    () => quickEnds.find(({ end }) => isPossible(end))?.end ?? latestEnd,
  );
  const extension = useExtend(reservation, {
    userId,
    onExtended,
    onTooLong: (latest) => {
      queryClient.setQueryData(extensionTermsKey(reservation), { ...terms, latestEnd: latest });
      setChosen(latest);
    },
  });
  const chargesDrivers = useChargesDrivers();
  const [payment, setPayment] = useState<ChosenPayment>(() =>
    userId === null ? { method: 'wallet' } : readLastPayment(userId),
  );
  const paying = usePayExtension(reservation);
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
  const hours = end === null ? 0 : getExtensionHours(reservation, end);
  const amount = toPriceCents(calculatePrice({ hourlyRate, hours }));
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
    if (fields === null) return extension.mutate({ hours, amount });
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
              detail={formatMoment(quick.end, from)}
              checked={chosen?.getTime() === quick.end.getTime()}
              disabled={!isPossible(quick.end)}
              className="has-disabled:opacity-50"
              onChange={() => setChosen(quick.end)}
            />
          ))}
        </div>
        {isOtherEnd || !quickEnds.some((quick) => quick.end.getTime() === chosen?.getTime()) ? (
          <ExtensionEndField value={chosen} min={min} max={latestEnd} isValid={isValid} onChange={setChosen} />
        ) : (
          <>
            {latestEnd === null ? null : (
              <p className="text-sm text-muted">
                {m.problem_extension_too_long({ end: formatMoment(latestEnd, now) })}
              </p>
            )}
            <Button variant="quiet" className="self-start" onClick={() => setIsOtherEnd(true)}>
              {m.extend_other_end()}
            </Button>
          </>
        )}
      </fieldset>
      {isPaid ? (
        <DriverPayment userId={userId} value={payment} onChange={setPayment} total={amount} />
      ) : (
        <dl aria-live="polite">
          <SummaryRow label={m.extend_to_pay()} value={isValid ? formatMoneyOf(amount) : '–'} />
        </dl>
      )}
      {error && !isBusy ? <ErrorNote>{toErrorMessage(error)}</ErrorNote> : null}
      <DialogActions>
        <Button type="submit" disabled={isBusy || !isValid}>
          {isBusy ? busyText : isValid ? confirmText(end) : m.extend_reservation()}
        </Button>
        <Button variant="secondary" onClick={onClose} disabled={isBusy}>
          {m.action_cancel()}
        </Button>
      </DialogActions>
    </form>
  );
}

const isWithin = (end: Date, latest: Date | null) => latest === null || end <= latest;

type ExtensionEndFieldProps = {
  /** Null while it is not complete. */
  value: Date | null;
  /** The end so far; a new one comes after it. */
  min: Date;
  max: Date | null;
  isValid: boolean;
  onChange: (end: Date | null) => void;
};

/** The end of a reservation to the minute, with the latest one that is possible. */
function ExtensionEndField({ value, min, max, isValid, onChange }: ExtensionEndFieldProps) {
  const now = useNow();
  const latest = max === null ? undefined : m.problem_extension_too_long({ end: formatMoment(max, now) });
  const isTooLate = value !== null && max !== null && value > max;
  return (
    <DateTimeField
      label={m.extend_until()}
      value={value}
      min={min}
      max={max}
      error={isValid ? undefined : isTooLate ? latest : m.extend_too_early({ end: formatMoment(min, now) })}
      hint={latest}
      onChange={onChange}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CreditCard, Info, Wallet } from 'lucide-react';
import { useId, useState } from 'react';
import { m } from '#messages';
import { countHours } from '../../../domain/days/period.ts';
import { toCents } from '../../../domain/money/cents.ts';
import { formatMoney, formatMoneyOf } from '../../../domain/money/money.ts';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { getFirstStart } from '../../../domain/reservations/times.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { DialogButtons } from '../../ui/feedback/dialog-actions.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { bookingKeys } from '../keys.ts';
import { describeFreeCancellation, formatHours, isFreeToCancel } from '../parking-time.ts';
import {
  loadReservationRefund,
  type RefundTarget,
  type ReservationRefund,
  useCancelReservation,
} from './cancel-reservation.ts';

type CancelDialogProps = {
  reservation: Reservation;
  cancellation: ReturnType<typeof useCancelReservation>;
  open: boolean;
  onClose: () => void;
  focusAfter?: () => HTMLElement | null;
};

/** Asks before a reservation is cancelled; stays open while that fails. */
export function CancelDialog(props: CancelDialogProps) {
  const { reservation, cancellation, open, onClose, focusAfter } = props;
  const { isBusy, error, mutate } = cancellation;
  const { startsAt, price, chargedTo } = reservation;
  const now = useNow();
  const start = getFirstStart(reservation);
  const isFree = isFreeToCancel(start, now);
  const isGivenBack = chargedTo !== undefined && price > 0 && isFree;
  const given = useQuery({
    queryKey: bookingKeys.refund(reservation.id, price),
    queryFn: () => loadReservationRefund(reservation),
    enabled: open && isGivenBack && !isBusy,
  });
  const [refund, setRefund] = useState<RefundTarget>('wallet');
  return (
    <Modal
      open={open}
      isClosable={!isBusy}
      onClose={onClose}
      title={m.reservation_cancel_question()}
      description={m.cancel_dialog_text()}
      {...(focusAfter ? { focusAfter } : {})}
    >
      <dl className="divide-line divide-y">
        <SummaryRow label={m.reservation_place()} value={formatPlace(reservation)} />
        <SummaryRow label={m.reservation_date()} value={formatDayAndTime(startsAt)} />
        <SummaryRow label={m.reservation_duration()} value={formatHours(countHours(reservation))} />
        <SummaryRow label={m.reservation_total()} value={formatMoney(price)} />
      </dl>
      {isGivenBack ? (
        <QueryState query={given} loading={<SkeletonList label={m.cancel_refund_loading()} shapes={['h-6']} />}>
          {(data) => <RefundChoice refund={data} value={refund} onChange={setRefund} />}
        </QueryState>
      ) : isFree ? (
        <p className="flex items-center gap-2 font-semibold text-positive">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          {m.cancel_dialog_free()}
        </p>
      ) : (
        <p className="flex items-center gap-2 text-muted">
          <Info aria-hidden="true" className="size-5 shrink-0" />
          {describeFreeCancellation(start, now)}
          {chargedTo && price > 0 ? ` ${m.cancel_nothing_back()}` : null}
        </p>
      )}
      {error && !isBusy ? <ErrorNote error={error} /> : null}
      <DialogButtons
        label={m.reservation_cancel()}
        pendingLabel={m.cancel_dialog_cancelling()}
        cancelLabel={m.reservation_keep()}
        variant="danger"
        isPending={isBusy}
        onConfirm={() => mutate({ id: reservation.id, refund, isCharged: chargedTo !== undefined })}
        onCancel={onClose}
      />
    </Modal>
  );
}

type RefundChoiceProps = {
  refund: ReservationRefund;
  value: RefundTarget;
  onChange: (target: RefundTarget) => void;
};

function RefundChoice({ refund, value, onChange }: RefundChoiceProps) {
  const group = useId();
  const { total, toSource, source } = refund;
  const amount = formatMoneyOf(total);
  if (total === 0) return <p className="text-muted">{m.cancel_nothing_back()}</p>;
  if (toSource === 0) return <p className="font-semibold text-positive">{m.cancel_back_to_wallet({ amount })}</p>;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold text-positive">{m.cancel_you_get_back({ amount })}</legend>
      <ChoiceCard
        name={group}
        value="wallet"
        label={m.cancel_to_wallet()}
        detail={m.cancel_to_wallet_detail()}
        icon={Wallet}
        checked={value === 'wallet'}
        onChange={() => onChange('wallet')}
      />
      <ChoiceCard
        name={group}
        value="source"
        label={source === 'card' ? m.cancel_to_card() : m.cancel_to_paypal()}
        detail={
          toSource === total
            ? m.cancel_to_source_detail()
            : m.cancel_to_source_parts({
                source: formatMoneyOf(toSource),
                wallet: formatMoneyOf(toCents(total - toSource)),
              })
        }
        icon={CreditCard}
        checked={value === 'source'}
        onChange={() => onChange('source')}
      />
    </fieldset>
  );
}

export function CancelButton({ reservation, onCancelled }: { reservation: Reservation; onCancelled: () => void }) {
  const cancellation = useCancelReservation(useUser()?.id ?? null, onCancelled);
  return (
    <DialogButton variant="danger" size="normal" label={m.reservation_cancel()}>
      {(close) => <CancelDialog open reservation={reservation} cancellation={cancellation} onClose={close} />}
    </DialogButton>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ReceiptText, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf, formatSigned } from '../../../domain/money/money.ts';
import { formatReceiptNumber } from '../../../domain/money/receipt.ts';

import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DataAge } from '../../ui/data-age.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { AmountRow, EntryText } from '../entry-text.tsx';
import { PaymentItem } from '../payment-item.tsx';
import { RefundDialog } from '../refund-dialog.tsx';
import {
  type Charge,
  loadReservationMoney,
  type ReservationMoney as Money,
  refundReservation,
  summarizeCharges,
  sumRefundable,
} from './data.ts';

export const useReservationMoney = (reservationId: string) =>
  useQuery({
    queryKey: ['reservation-money', reservationId],
    queryFn: ({ signal }) => loadReservationMoney(reservationId, signal),
  });

/** What was charged for a reservation, how it was paid, and what went back; an operator gives back more of it. */
export function ReservationMoney({ reservationId }: { reservationId: string }) {
  const titleId = useId();
  const query = useReservationMoney(reservationId);
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h3 id={titleId} className="text-lg font-bold">
        {m.money_reservation_title()}
      </h3>
      <QueryState
        query={query}
        failedText={m.problem_reservation_money_not_loaded()}
        loading={<SkeletonList label={m.money_reservation_loading()} shapes={['h-24', 'h-16']} />}
        isEmpty={({ charges, payments }) => charges.length === 0 && payments.length === 0}
        empty={<p className="text-muted">{m.money_reservation_empty()}</p>}
      >
        {(money) => (
          <>
            <Loaded reservationId={reservationId} money={money} />
            <DataAge query={query} />
          </>
        )}
      </QueryState>
    </section>
  );
}

function Loaded({ reservationId, money }: { reservationId: string; money: Money }) {
  const { charges, payments, receipts } = money;
  const [isRefunding, setIsRefunding] = useState(false);
  const { charged, givenBack, kept, tax } = summarizeCharges(charges);
  return (
    <>
      <dl className="border-line divide-line divide-y rounded-card border px-4">
        <AmountRow label={m.money_charged()} value={formatMoneyOf(charged)} />
        <AmountRow label={m.money_given_back()} value={formatMoneyOf(givenBack)} />
        <AmountRow
          label={m.money_kept()}
          value={formatMoneyOf(kept)}
          detail={m.money_tax_in_it({ tax: formatMoneyOf(tax) })}
        />
      </dl>
      <ChargeList charges={charges} />
      {payments.length === 0 ? null : (
        <ul aria-label={m.money_payments()} className="flex flex-col gap-3">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {kept > 0 ? (
          <Button variant="secondary" size="small" onClick={() => setIsRefunding(true)}>
            <Undo2 aria-hidden="true" className="size-4" />
            {m.money_refund_action()}
          </Button>
        ) : null}
        {receipts.map(({ id, number }) => (
          <Link key={id} to={paths.receipt(id)} className={buttonClass('secondary', '', 'small')}>
            <ReceiptText aria-hidden="true" className="size-4" />
            {m.receipt_title({ number: formatReceiptNumber(number) })}
          </Link>
        ))}
      </div>
      {isRefunding ? (
        <RefundDialog
          title={m.money_refund_title()}
          description={m.money_refund_most({ amount: formatMoneyOf(kept) })}
          most={kept}
          toSource={sumRefundable(payments)}
          refund={(refund, key) => refundReservation(reservationId, refund, key)}
          onClose={() => setIsRefunding(false)}
        />
      ) : null}
    </>
  );
}

/** Each time money was taken for a reservation or given back. */
function ChargeList({ charges }: { charges: readonly Charge[] }) {
  if (charges.length === 0) return null;
  return (
    <ul aria-label={m.money_charges()} className="divide-line divide-y">
      {charges.map(({ id, kind, createdAt, amount, reason }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <EntryText kind={kind} createdAt={createdAt} reason={reason} />
          <span className="ml-auto font-semibold tabular-nums">{formatSigned(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

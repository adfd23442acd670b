import { useQuery } from '@tanstack/react-query';
import { ReceiptText, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatMoneyOf, formatSigned } from '../../domain/money/money.ts';
import { formatReceiptNumber } from '../../domain/money/receipt.ts';
import { paths } from '../paths.ts';
import { DataAge } from '../ui/feedback/data-age.tsx';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { SummaryRow } from '../ui/layout/summary-row.tsx';
import { moneyKeys } from './keys.ts';
import { EntryItem } from './paged-list.tsx';
import { PaymentItem } from './payment-item.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import {
  loadReservationMoney,
  type ReservationMoney as Money,
  refundReservation,
  summarizeCharges,
  sumRefundable,
} from './refunds.ts';

export function ReservationMoney({ reservationId }: { reservationId: string }) {
  const titleId = useId();
  const query = useQuery({
    queryKey: moneyKeys.reservation(reservationId),
    queryFn: ({ signal }) => loadReservationMoney(reservationId, signal),
  });
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
  const { charged, givenBack, kept, tax } = summarizeCharges(charges);
  return (
    <>
      <dl className="border-line divide-line divide-y rounded-card border px-4">
        <SummaryRow label={m.money_charged()} value={formatMoneyOf(charged)} />
        <SummaryRow label={m.money_given_back()} value={formatMoneyOf(givenBack)} />
        <SummaryRow
          label={m.money_kept()}
          value={formatMoneyOf(kept)}
          detail={m.money_tax_in_it({ tax: formatMoneyOf(tax) })}
        />
      </dl>
      {charges.length === 0 ? null : (
        <ul aria-label={m.money_charges()} className="divide-line divide-y">
          {charges.map((charge) => (
            <EntryItem key={charge.id} {...charge} amount={formatSigned(charge.amount)} />
          ))}
        </ul>
      )}
      {payments.length === 0 ? null : (
        <ul aria-label={m.money_payments()} className="flex flex-col gap-3">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {kept > 0 ? (
          <DialogButton icon={Undo2} label={m.money_refund_action()}>
            {(close) => (
              <RefundDialog
                title={m.money_refund_title()}
                description={m.money_refund_most({ amount: formatMoneyOf(kept) })}
                most={kept}
                toSource={sumRefundable(payments)}
                refund={(refund, key) => refundReservation(reservationId, refund, key)}
                to={{ reservation: reservationId }}
                onClose={close}
              />
            )}
          </DialogButton>
        ) : null}
        {receipts.map(({ id, number }) => (
          <Link key={id} to={paths.receipt(id)} className={buttonClass('secondary', '', 'small')}>
            <ReceiptText aria-hidden="true" className="size-4" />
            {m.receipt_title({ number: formatReceiptNumber(number) })}
          </Link>
        ))}
      </div>
    </>
  );
}

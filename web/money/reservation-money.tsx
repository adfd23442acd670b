import { useQuery } from '@tanstack/react-query';
import { ReceiptText, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { type Cents, formatCents, sumCents, toCents } from '../../domain/money/cents.ts';
import { ENTRY_KINDS } from '../../domain/money/entry-kinds.ts';
import { formatMoneyOf, formatSigned } from '../../domain/money/money.ts';
import { getRefundable } from '../../domain/money/payment.ts';
import { formatReceiptNumber } from '../../domain/money/receipt.ts';
import { dataClient } from '../data/connection.ts';
import { save } from '../data/database-problem.ts';
import { tableRow } from '../data/table-row.ts';
import { paths } from '../paths.ts';
import { DataAge } from '../ui/feedback/data-age.tsx';
import { DialogButton } from '../ui/feedback/dialog-button.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { buttonClass } from '../ui/form/button.tsx';
import { SummaryRow } from '../ui/layout/summary-row.tsx';
import { readRow } from '../ui/table/parse-rows.ts';
import { EntryText } from './entry-text.tsx';
import { moneyKeys } from './keys.ts';
import { PAYMENT_COLUMNS, type Payment, PaymentItem, paymentSchema } from './payment-item.tsx';
import { RefundDialog, type RequestedRefund } from './refund-dialog.tsx';

const chargeRow = tableRow({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  reason: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  amount: amountSchema,
  tax: amountSchema,
});

const receiptSchema = z.object({ id: z.string(), number: z.number() });

type Charge = z.infer<typeof chargeRow.schema>;

type Money = Awaited<ReturnType<typeof loadReservationMoney>>;

async function loadReservationMoney(id: string, signal: AbortSignal) {
  const select = (table: string, columns: string, order: string) =>
    dataClient().from(table).select(columns).eq('reservation_id', id).order(order).abortSignal(signal);
  const [charges, payments, receipts] = await Promise.all([
    select('reservation_charges', chargeRow.columns, 'created_at'),
    select('payments', PAYMENT_COLUMNS, 'created_at'),
    select('receipts', 'id, number', 'number'),
  ]);
  return {
    charges: readRow(charges, z.array(chargeRow.schema), 'money-not-loaded'),
    payments: readRow(payments, z.array(paymentSchema), 'money-not-loaded'),
    receipts: readRow(receipts, z.array(receiptSchema), 'money-not-loaded'),
  };
}

export function summarizeCharges(charges: readonly Charge[]) {
  const amounts = charges.map(({ amount }) => amount);
  return {
    charged: sumCents(amounts.filter((amount) => amount > 0)),
    givenBack: toCents(-sumCents(amounts.filter((amount) => amount < 0))),
    kept: sumCents(amounts),
    tax: sumCents(charges.map(({ tax }) => tax)),
  };
}

const sumRefundable = (payments: readonly Payment[]): Cents => sumCents(payments.map(getRefundable));

/** Gives money back. A second try with the same key changes nothing. */
const refundReservation = (reservation: string, { amount, isToSource, reason }: RequestedRefund, key: string) =>
  save(
    dataClient().rpc('refund_reservation', {
      reservation,
      amount: formatCents(amount),
      to_source: isToSource,
      reason,
      key,
    }),
    'money-not-saved',
  );

export const useReservationMoney = (reservationId: string) =>
  useQuery({
    queryKey: moneyKeys.reservation(reservationId),
    queryFn: ({ signal }) => loadReservationMoney(reservationId, signal),
  });

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
          <DialogButton
            label={
              <>
                <Undo2 aria-hidden="true" className="size-4" />
                {m.money_refund_action()}
              </>
            }
          >
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

import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { type Cents, formatCents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { getRefundable } from '../../../domain/money/payment.ts';
import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import { moneyKeys } from '../keys.ts';
import { PagedList, usePages } from '../paged-list.tsx';
import { PAYMENT_COLUMNS, type Payment, PaymentItem, paymentSchema } from '../payment-item.tsx';
import { RefundDialog, type RequestedRefund } from '../refund-dialog.tsx';

const useTopUps = (userId: string) =>
  usePages({
    queryKey: moneyKeys.wallet(userId, 'top-ups'),
    pageSize: 10,
    read: async (from, to, signal) => {
      const response = await dataClient()
        .from('payments')
        .select(PAYMENT_COLUMNS)
        .eq('user_id', userId)
        .eq('purpose', 'top_up')
        .not('captured_at', 'is', null)
        .order('captured_at', { ascending: false })
        .order('id')
        .range(from, to)
        .abortSignal(signal);
      return readRows(response, paymentSchema, 'money-not-loaded');
    },
  });

/** A second try with the same key changes nothing. @throws Problem `refund-over-top-up`, `money-not-saved` */
const refundTopUp = (payment: string, { amount, reason }: RequestedRefund, key: string) =>
  save(dataClient().rpc('refund_top_up', { payment, amount: formatCents(amount), reason, key }), 'money-not-saved');

export function TopUps({ userId, balance }: { userId: string; balance: Cents }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h3 id={titleId} className="font-bold">
        {m.money_top_ups()}
      </h3>
      <PagedList
        pages={useTopUps(userId)}
        failedText={m.money_top_ups_not_loaded()}
        loading={<SkeletonList label={m.money_top_ups_loading()} shapes={['h-24']} />}
        empty={<p className="text-muted">{m.money_top_ups_empty()}</p>}
        className="flex flex-col gap-3"
        more={m.money_top_ups_more()}
      >
        {(payment) => <TopUp payment={payment} balance={balance} userId={userId} />}
      </PagedList>
    </section>
  );
}

function TopUp({ payment, balance, userId }: { payment: Payment; balance: Cents; userId: string }) {
  const most = toCents(Math.min(getRefundable(payment), balance));
  const label = (
    <>
      <Undo2 aria-hidden="true" className="size-4" />
      {m.money_top_up_refund()}
    </>
  );
  const action = (
    <DialogButton
      className="self-start"
      aria-label={m.money_top_up_refund_name({ time: formatTime(payment.createdAt) })}
      label={label}
    >
      {(close) => (
        <RefundDialog
          title={m.money_top_up_refund_title()}
          description={m.money_top_up_refund_most({ amount: formatMoneyOf(most) })}
          most={most}
          toSource={most}
          onlySource={payment.paidWith ?? m[`payment_${payment.method}` as const]()}
          refund={(refund, key) => refundTopUp(payment.id, refund, key)}
          to={{ person: userId }}
          onClose={close}
        />
      )}
    </DialogButton>
  );
  return <PaymentItem payment={payment} action={most > 0 ? action : null} />;
}

import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { m } from '#messages';
import { type Cents, toCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { getRefundable } from '../../../domain/money/payment.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { formatTime } from '../../ui/platform/format-time.ts';
import { moneyKeys } from '../keys.ts';
import { PagedList, usePages } from '../paged-list.tsx';
import { PaymentItem } from '../payment-item.tsx';
import { RefundDialog } from '../refund-dialog.tsx';
import { listTopUps, type Payment, refundTopUp } from '../refunds.ts';

export function TopUps({ userId, balance }: { userId: string; balance: Cents }) {
  const titleId = useId();
  const topUps = usePages({
    queryKey: moneyKeys.wallet(userId, 'top-ups'),
    pageSize: 10,
    read: (from, to, signal) => listTopUps(userId, from, to, signal),
  });
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <h3 id={titleId} className="font-bold">
        {m.money_top_ups()}
      </h3>
      <PagedList
        pages={topUps}
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
  const action = (
    <DialogButton
      className="self-start"
      aria-label={m.money_top_up_refund_name({ time: formatTime(payment.createdAt) })}
      icon={Undo2}
      label={m.money_top_up_refund()}
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

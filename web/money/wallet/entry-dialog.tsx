import { Link } from 'react-router';
import { m } from '#messages';
import { formatClock, formatDay } from '../../../domain/language/format.ts';
import { formatMovement } from '../../../domain/money/signed-amount.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { ENTRY_LABELS } from './entry-labels.ts';
import type { WalletEntry } from './wallet-entry.ts';

type EntryDialogProps = { entry: WalletEntry; onClose: () => void };

/** What a driver tells the operator about a movement of money. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { id, kind, amount, reason, createdAt, paymentId } = entry;
  return (
    <Modal open onClose={onClose} title={ENTRY_LABELS[kind]}>
      <dl className="divide-y divide-line">
        <SummaryRow label={m.payment_amount()} value={formatMovement(amount)} />
        <SummaryRow
          label={m.wallet_entry_when()}
          value={m.day_and_time({ day: formatDay(createdAt), time: formatClock(createdAt) })}
        />
        {reason ? <SummaryRow label={m.wallet_entry_reason()} value={reason} /> : null}
        <SummaryRow label={m.payment_transaction()} value={id} />
      </dl>
      <DialogActions>
        {paymentId ? (
          <Link to={paths.payment(paymentId)} className={buttonClass()}>
            {m.wallet_entry_see_payment()}
          </Link>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          {m.action_close()}
        </Button>
      </DialogActions>
    </Modal>
  );
}

import { m } from '#messages';
import type { Cents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { Modal } from '../../ui/modal.tsx';
import { TopUpForm } from './top-up-form.tsx';

type TopUpDialogProps = {
  userId: string;
  open: boolean;
  onClose: () => void;
  /** What the wallet has too little of for what the driver wants. */
  missing?: Cents | null;
  /** Called before the browser leaves for the provider's page. */
  onLeave?: () => void;
};

/** Puts money into the wallet. */
export function TopUpDialog({ userId, open, onClose, missing = null, onLeave }: TopUpDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={m.top_up_title()}
      description={missing === null ? m.top_up_text() : m.top_up_missing({ amount: formatMoneyOf(missing) })}
    >
      <TopUpForm userId={userId} missing={missing} onLeave={onLeave} onCancel={onClose} />
    </Modal>
  );
}

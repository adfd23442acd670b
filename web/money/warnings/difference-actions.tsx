import { useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import type { Difference } from './difference.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

/** What an operator does about an open difference. */
export function DifferenceActions({ difference }: { difference: Difference }) {
  const [open, setOpen] = useState<'resolve' | 'win' | 'confirm' | null>(null);
  const { kind, paymentId } = difference;
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'not-confirmed' && paymentId !== null ? (
        <Button size="small" onClick={() => setOpen('confirm')}>
          {m.money_confirm_payment()}
        </Button>
      ) : null}
      {kind === 'dispute' ? (
        <Button size="small" onClick={() => setOpen('win')}>
          {m.money_dispute_won()}
        </Button>
      ) : null}
      <Button variant="secondary" size="small" onClick={() => setOpen('resolve')}>
        {m.money_resolve()}
      </Button>
      {open === 'resolve' || open === 'win' ? (
        <ResolveDialog difference={difference} isWon={open === 'win'} onClose={close} />
      ) : null}
      {open === 'confirm' && paymentId !== null ? <ConfirmPaymentDialog payment={paymentId} onClose={close} /> : null}
    </div>
  );
}

import { useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format-time.ts';
import { PROVIDER_LABELS } from '../labels.ts';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import type { Difference } from './data.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

/** What was found, and what an operator does about it. */
const TEXTS: Record<Difference['kind'], { found: string; todo: string }> = {
  amount: { found: m.money_difference_amount(), todo: m.money_difference_amount_todo() },
  'missing-here': { found: m.money_difference_missing_here(), todo: m.money_difference_missing_here_todo() },
  'missing-there': { found: m.money_difference_missing_there(), todo: m.money_difference_missing_there_todo() },
  'captured-twice': { found: m.money_difference_captured_twice(), todo: m.money_difference_captured_twice_todo() },
  'bad-signature': { found: m.money_difference_bad_signature(), todo: m.money_difference_bad_signature_todo() },
  'not-confirmed': { found: m.money_difference_not_confirmed(), todo: m.money_difference_not_confirmed_todo() },
  dispute: { found: m.money_difference_dispute(), todo: m.money_difference_dispute_todo() },
};

export function DifferenceItem({ difference }: { difference: Difference }) {
  const [open, setOpen] = useState<'resolve' | 'confirm' | null>(null);
  const { provider, kind, order, detail, createdAt, paymentId } = difference;
  const { found, todo } = TEXTS[kind];
  const facts = [PROVIDER_LABELS[provider], order, detail, formatTime(createdAt)].filter((fact) => fact !== '');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-semibold">{found}</p>
        <p className="text-sm">{todo}</p>
        <p className="text-muted text-sm wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {kind === 'not-confirmed' && paymentId !== null ? (
          <Button size="small" onClick={() => setOpen('confirm')}>
            {m.money_confirm_payment()}
          </Button>
        ) : null}
        <Button variant="secondary" size="small" onClick={() => setOpen('resolve')}>
          {m.money_resolve()}
        </Button>
      </div>
      {open === 'resolve' ? (
        <ResolveDialog difference={difference} found={found} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'confirm' && paymentId !== null ? (
        <ConfirmPaymentDialog difference={difference.id} payment={paymentId} onClose={() => setOpen(null)} />
      ) : null}
    </li>
  );
}

import { BanknoteArrowDown, CreditCard, HandCoins, History, type LucideIcon } from 'lucide-react';
import { m } from '#messages';
import { Badge } from '../ui/badge.tsx';

const ROWS: readonly { label: string; icon: LucideIcon }[] = [
  { label: m.wallet_add_card(), icon: CreditCard },
  { label: m.wallet_add_paypal(), icon: HandCoins },
  { label: m.wallet_get_paid(), icon: BanknoteArrowDown },
  { label: m.wallet_payment_history(), icon: History },
];

/** Future functions of the wallet. The rows do nothing yet and say so. */
export function SampleWalletRows() {
  return (
    <ul
      aria-label={m.wallet_options()}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {ROWS.map((row) => (
        <li key={row.label}>
          <Row {...row} />
        </li>
      ))}
    </ul>
  );
}

function Row({ label, icon: Icon }: (typeof ROWS)[number]) {
  return (
    <button
      type="button"
      // Not `disabled`, so that it stays in the tab order and screen readers read it.
      aria-disabled="true"
      className="flex min-h-14 w-full cursor-default! items-center gap-3 px-4 py-2 text-left -outline-offset-3!"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="flex-1 font-semibold">{label}</span> <Badge tone="neutral">{m.wallet_soon()}</Badge>
    </button>
  );
}

import type { ReactNode } from 'react';
import { m } from '#messages';

/** The balance of the wallet, drawn as a credit card. */
export function BalanceCard({ balance, children }: { balance: ReactNode; children?: ReactNode }) {
  return (
    <section
      aria-label={m.wallet_balance()}
      className="flex min-h-44 flex-col justify-between gap-6 rounded-card bg-brand p-5 text-on-brand"
    >
      <div>
        <p className="font-semibold">{m.wallet_balance_title()}</p>
        <p className="text-4xl font-extrabold tracking-tight tabular-nums">{balance}</p>
      </div>
      {children}
    </section>
  );
}

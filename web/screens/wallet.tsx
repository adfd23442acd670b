import { m } from '#messages';
import { paths } from '../paths.ts';
import { useUser } from '../session/session-provider.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { BalanceCard } from '../wallet/balance-card.tsx';
import { PaymentPicker } from '../wallet/payment-picker.tsx';
import { WalletRows } from '../wallet/wallet-rows.tsx';

export function WalletScreen() {
  const userId = useUser()?.id ?? null;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-6 px-4 pb-8">
      <div className="flex flex-col gap-3">
        <ScreenHeader title={m.wallet_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
        <BalanceCard />
        <p className="text-sm text-muted">{m.wallet_sample_note()}</p>
      </div>
      <PaymentPicker key={userId} userId={userId} />
      <WalletRows />
    </div>
  );
}

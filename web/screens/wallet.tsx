import { m } from '#messages';
import { showsSamples } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { SampleBalance } from '../samples/sample-balance.tsx';
import { SampleWalletRows } from '../samples/sample-wallet-rows.tsx';
import { useUser } from '../session/session-provider.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { OwnBalance } from '../wallet/own-balance.tsx';
import { PaymentPicker } from '../wallet/payment-picker.tsx';

export function WalletScreen() {
  const userId = useUser()?.id ?? null;
  const hasSamples = showsSamples();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-6 px-4 pb-8">
      <div className="flex flex-col gap-3">
        <ScreenHeader title={m.wallet_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
        {hasSamples ? <SampleBalance /> : null}
        {userId !== null && !hasSamples ? <OwnBalance key={userId} userId={userId} /> : null}
      </div>
      <PaymentPicker key={userId} userId={userId} />
      {hasSamples ? <SampleWalletRows /> : null}
    </div>
  );
}

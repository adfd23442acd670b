import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { showsSamples } from '../data/connection.ts';
import { LiveWallet } from '../money/wallet/live-wallet.tsx';
import { paths } from '../paths.ts';
import { SampleWallet } from '../samples/sample-wallet.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

export function WalletScreen() {
  const user = useUser();
  const userId = user?.id ?? null;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.wallet_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      <div className="flex flex-col gap-6">
        {showsSamples() ? (
          <SampleWallet userId={userId} />
        ) : user === null ? null : (
          <LiveWallet key={user.id} userId={user.id} email={user.email ?? ''} />
        )}
      </div>
    </div>
  );
}

import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { OwedNote } from '../booking/overstay-notes.tsx';
import { LiveWallet } from '../money/wallet/live-wallet.tsx';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

export function WalletScreen() {
  const user = useUser();
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.wallet_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      <div className="flex flex-col gap-6">
        <OwedNote />
        {user === null ? null : <LiveWallet key={user.id} userId={user.id} email={user.email ?? ''} />}
      </div>
    </div>
  );
}

import { lazy, Suspense } from 'react';
import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { showsSamples } from '../data/connection.ts';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const SampleWallet = lazy(async () => ({ default: (await import('../samples/sample-wallet.tsx')).SampleWallet }));
const LiveWallet = lazy(async () => ({ default: (await import('../money/wallet/live-wallet.tsx')).LiveWallet }));

export function WalletScreen() {
  const user = useUser();
  const userId = user?.id ?? null;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.wallet_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      <Suspense fallback={<Skeleton className="h-44" />}>
        <div className="flex flex-col gap-6">
          {showsSamples() ? (
            <SampleWallet userId={userId} />
          ) : user === null ? null : (
            <LiveWallet key={user.id} userId={user.id} email={user.email ?? ''} />
          )}
        </div>
      </Suspense>
    </div>
  );
}

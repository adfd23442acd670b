import { PaymentPicker } from '../money/wallet/payment-picker.tsx';
import { SampleBalance } from './sample-balance.tsx';
import { SampleWalletRows } from './sample-wallet-rows.tsx';

/** The wallet with its sample balance and what it will have one day. */
export function SampleWallet({ userId }: { userId: string | null }) {
  return (
    <>
      <div className="flex flex-col gap-3">
        <SampleBalance />
      </div>
      <PaymentPicker key={userId} userId={userId} />
      <SampleWalletRows />
    </>
  );
}

import { Link } from 'react-router';
import { m } from '#messages';
import type { Payment } from '../../money/payments/data.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { toStayValues } from '../arrival/stay-values.ts';
import { readKeptStay } from '../reserve/kept-stay.ts';
import type { ReserveValues } from '../reserve/reserve-values.ts';
import type { PaidStay } from './data.ts';

const toReserveValues = (stay: PaidStay): ReserveValues => ({
  ...toStayValues(stay),
  vehicleId: stay.vehicle.id,
  paymentMethod: stay.paymentMethod,
});

type TryAgainLinkProps = { payment: Payment; stay: PaidStay | null; userId: string };

/** Back to where the payment began, with the same stay filled in. */
export function TryAgainLink({ payment, stay, userId }: TryAgainLinkProps) {
  if (payment.purpose === 'reservation' && stay !== null && stay.parkingSpotId !== '') {
    return (
      <Link to={paths.reserve(stay.parkingSpotId)} state={{ values: toReserveValues(stay) }} className={buttonClass()}>
        {m.action_try_again()}
      </Link>
    );
  }
  if (payment.purpose === 'extension' && stay?.status === 'active') {
    return (
      <Link to={paths.parkingStatus} state={{ reservation: stay }} className={buttonClass()}>
        {m.payment_see_stay()}
      </Link>
    );
  }
  return payment.purpose === 'top_up' ? (
    <AfterTopUp userId={userId} label={m.action_try_again()} />
  ) : (
    <Link to={paths.reservations} className={buttonClass()}>
      {m.payment_see_reservations()}
    </Link>
  );
}

/** To the form that waits for the wallet, else to the wallet. */
export function AfterTopUp({ userId, label = m.payment_see_wallet() }: { userId: string; label?: string }) {
  const kept = readKeptStay(userId, new Date());
  return kept === null ? (
    <Link to={paths.wallet} className={buttonClass()}>
      {label}
    </Link>
  ) : (
    <Link to={paths.reserve(kept.spaceId)} state={{ values: kept.values }} className={buttonClass()}>
      {m.payment_go_on_reserving()}
    </Link>
  );
}

import { CircleParkingOff } from 'lucide-react';
import type { ComponentType } from 'react';
import { useNavigate, useParams } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { describeProblem, isProblem } from '../../domain/problems.ts';
import { hasBegun } from '../../domain/reservations/times.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { saveReservation } from '../booking/current/saved-reservation.ts';
import type { CheckedTarget } from '../booking/reserve/new-reservation.ts';
import { ReserveForm, type ReserveFormProps } from '../booking/reserve/reserve-form.tsx';
import { RESERVE_LOADING, ReserveHeader } from '../booking/reserve/reserve-summary.tsx';
import { isSoon, ReservedPanel } from '../booking/reserve/served-payment.tsx';
import { useReserveTarget } from '../booking/reserve/use-reserve.ts';
import { readPreferredPayment } from '../money/payments/driver-payment.tsx';
import { refilledState, reservationState, reserveState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';

export function ReserveScreen({ Form = ReserveForm }: { Form?: ComponentType<ReserveFormProps> }) {
  const { spaceId = '' } = useParams();
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  const handedOver = useNavigationState(reserveState);
  const values = useNavigationState(refilledState)?.values;
  const booked = useNavigationState(reservationState)?.reservation;
  const target = useReserveTarget(spaceId, handedOver, values !== undefined);

  if (booked !== undefined && userId !== null) {
    return (
      <div className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-5 px-4 pb-8">
        <ScreenHeader title={m.reserve_title()} back={{ to: paths.map, label: m.action_back_to_map() }} />
        <ReservedPanel reservation={booked} userId={userId} />
      </div>
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.reserve_title()} />
      {isProblem(target.error, 'space-information-missing') ? (
        <StatePanel
          urgent
          icon={CircleParkingOff}
          title={target.error.message}
          text={m.reserve_space_missing_detail()}
          link={{ to: paths.map, label: m.action_back_to_the_map() }}
        />
      ) : (
        <QueryState query={target} loading={RESERVE_LOADING}>
          {(data) => (
            <div className="flex flex-1 flex-col gap-6 pt-1">
              <ReserveHeader target={data} />
              {data.isAvailable ? (
                <Form
                  key={spaceId}
                  target={data}
                  paymentMethod={readPreferredPayment(userId)}
                  initialValues={values}
                  onReserved={(reservation) => {
                    const now = getNow();
                    // A driver who parks at once can see the reservation without a connection.
                    if (hasBegun(reservation, now)) saveReservation(userId, reservation, now);
                    if (!getInstallation().simulatesDriving && !isSoon(reservation, now)) {
                      // Going back must not show the form that was sent.
                      return navigate(paths.reserve(spaceId), { replace: true, state: { reservation } });
                    }
                    void navigate(paths.directions, { state: { reservation } });
                  }}
                  onTakeSpace={(space, values) =>
                    navigate(paths.reserve(space.id), { replace: true, state: { space, zone: data.zone, values } })
                  }
                />
              ) : (
                <NotAvailable target={data} />
              )}
            </div>
          )}
        </QueryState>
      )}
    </div>
  );
}

function NotAvailable({ target }: { target: CheckedTarget }) {
  return (
    <StatePanel
      urgent
      icon={CircleParkingOff}
      title={describeProblem(target.isOutOfService ? 'space-out-of-service' : 'space-currently-reserved')}
      link={{ to: paths.reserveParking(target.zone.id), label: m.reserve_back_to_zone() }}
    />
  );
}

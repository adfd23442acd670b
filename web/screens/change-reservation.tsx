import { Navigate, useNavigate } from 'react-router';
import type * as z from 'zod';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { hasBegun } from '../../domain/reservations/times.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { ChangeForm } from '../booking/changes/change-form.tsx';
import { FormOfDriver } from '../booking/reserve/form-of-driver.tsx';
import { RESERVE_LOADING } from '../booking/reserve/reserve-summary.tsx';
import { useReserveTarget } from '../booking/reserve/use-reserve.ts';
import { changeState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { useNow } from '../ui/platform/use-now.ts';

/** Another time, space or vehicle for a reservation that has not begun; without one it leads back to the list. */
export function ChangeReservationScreen() {
  const state = useNavigationState(changeState);
  const now = useNow();
  if (state === null || hasBegun(state.reservation, now)) return <Navigate to={paths.reservations} replace />;
  return <Change key={state.reservation.id} {...state} />;
}

function Change({ reservation, returnTo, ...filledIn }: z.infer<typeof changeState>) {
  const navigate = useNavigate();
  const user = useUser();
  const target = useReserveTarget(reservation.spaceId, null, true);
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.change_title()} back={{ to: returnTo, label: m.change_back() }} />
      <QueryState query={target} loading={RESERVE_LOADING}>
        {(data) => {
          const form = {
            reservation,
            target: data,
            filledIn,
            userId: user?.id ?? null,
            onChanged: () => navigate(returnTo, { replace: true }),
          };
          return (
            <div className="flex flex-1 flex-col gap-6 pt-1">
              {user === null || !getInstallation().keepsVehicles ? (
                <ChangeForm driver={null} {...form} />
              ) : (
                <FormOfDriver title={m.reserve_needs_log_in()}>
                  {(driver) => <ChangeForm driver={driver} {...form} />}
                </FormOfDriver>
              )}
            </div>
          );
        }}
      </QueryState>
    </div>
  );
}

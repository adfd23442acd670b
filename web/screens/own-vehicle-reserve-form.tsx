import type { User } from '@supabase/supabase-js';
import { m } from '#messages';
import { ReserveForm, type ReserveFormProps } from '../reservations/reserve/reserve-form.tsx';
import { LogInPanel } from '../session/log-in-panel.tsx';
import { useUser } from '../session/session-provider.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { toVehicle } from '../vehicles/own-vehicle.ts';
import { useOwnVehicles } from '../vehicles/use-own-vehicles.ts';
import { VehicleChoice } from '../vehicles/vehicle-choice.tsx';

type OwnVehicleReserveFormProps = Omit<ReserveFormProps, 'vehicles' | 'renderVehicle'>;

/** The reserve form with the vehicles of the signed-in driver. */
export function OwnVehicleReserveForm(props: OwnVehicleReserveFormProps) {
  const user = useUser();
  return user ? <FormOfDriver key={user.id} user={user} {...props} /> : <LogInPanel title={m.reserve_needs_log_in()} />;
}

function FormOfDriver({ user, ...props }: OwnVehicleReserveFormProps & { user: User }) {
  const vehicles = useOwnVehicles(user.id);
  return (
    <QueryState
      query={vehicles}
      loading={<SkeletonList label={m.vehicles_loading()} shapes={['h-40', 'h-32', 'h-24']} className="gap-6" />}
    >
      {(list) => (
        <ReserveForm
          {...props}
          vehicles={list.map(toVehicle)}
          renderVehicle={(field) => <VehicleChoice {...field} userId={user.id} vehicles={list} />}
        />
      )}
    </QueryState>
  );
}

import { Car, CarFront } from 'lucide-react';
import { m } from '#messages';
import { VEHICLE_TYPE_LABELS } from '../../domain/vehicles/vehicle-type.ts';
import { ReserveForm, type ReserveFormProps } from '../booking/reserve/reserve-form.tsx';
import type { VehicleField } from '../booking/reserve/reserve-vehicle.tsx';
import { ChoiceCard } from '../ui/choice-card.tsx';
import { SAMPLE_VEHICLES } from './sample-vehicles.ts';

/** The reserve form with the sample vehicles, which only this device remembers. */
export function SampleReserveForm(props: Omit<ReserveFormProps, 'vehicles' | 'renderVehicle'>) {
  return <ReserveForm {...props} vehicles={SAMPLE_VEHICLES} renderVehicle={(field) => <SampleVehicles {...field} />} />;
}

function SampleVehicles({ value, onChange }: VehicleField) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {SAMPLE_VEHICLES.map((vehicle) => (
        <ChoiceCard
          key={vehicle.id}
          name="vehicleId"
          value={vehicle.id}
          checked={vehicle.id === value}
          onChange={() => onChange(vehicle.id)}
          label={vehicle.name}
          detail={m.reserve_vehicle_detail({ type: VEHICLE_TYPE_LABELS[vehicle.type], plate: vehicle.licensePlate })}
          icon={vehicle.id === 'sample-hatchback' ? CarFront : Car}
        />
      ))}
    </div>
  );
}

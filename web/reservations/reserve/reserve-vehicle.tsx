import { Car, CarFront } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { formatVehicleType, SAMPLE_VEHICLES } from '../../../domain/reservations/vehicle.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import type { ReserveValues } from './reserve-values.ts';

export function ReserveVehicle() {
  const { register } = useFormContext<ReserveValues>();
  return (
    <FormSection title={m.reservation_vehicle()}>
      <div className="grid gap-3 sm:grid-cols-2">
        {SAMPLE_VEHICLES.map((vehicle) => (
          <ChoiceCard
            key={vehicle.id}
            value={vehicle.id}
            label={vehicle.name}
            detail={m.reserve_vehicle_detail({ type: formatVehicleType(vehicle), plate: vehicle.licensePlate })}
            icon={vehicle.id === 'sample-hatchback' ? CarFront : Car}
            {...register('vehicleId')}
          />
        ))}
      </div>
    </FormSection>
  );
}

import { Car, CarFront } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { SAMPLE_VEHICLES } from '../../../domain/reservations/vehicle.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import type { CompleteReserveValues, ReserveValues } from './reserve-values.ts';

/** The car that will stand in the space. */
export function ReserveVehicle({ form }: { form: UseFormReturn<ReserveValues, unknown, CompleteReserveValues> }) {
  return (
    <FormSection title="Vehicle">
      <div className="grid gap-3 sm:grid-cols-2">
        {SAMPLE_VEHICLES.map(({ id, name, licensePlate, type }) => (
          <ChoiceCard
            key={id}
            value={id}
            label={name}
            detail={`${type}, ${licensePlate}`}
            icon={type === 'Hatchback' ? CarFront : Car}
            {...form.register('vehicleId')}
          />
        ))}
      </div>
    </FormSection>
  );
}

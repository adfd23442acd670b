import { Car, CarFront, type LucideIcon, Motorbike, Plus, Truck, Van } from 'lucide-react';
import { type RefCallback, useEffect, useRef, useState } from 'react';
import { m } from '#messages';
import type { VehicleType } from '../../../domain/vehicles/vehicle-type.ts';
import { VEHICLE_TYPE_LABELS } from '../../../domain/vehicles/vehicle-type.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { AddVehicle } from './add-vehicle.tsx';
import { MAX_VEHICLES, type OwnVehicle } from './vehicles.ts';

type VehicleChoiceProps = {
  userId: string;
  vehicles: readonly OwnVehicle[];
  value: string;
  onChange: (vehicleId: string) => void;
  error: string | undefined;
  submitCount: number;
  focusRef: RefCallback<HTMLElement>;
};

export const VEHICLE_ICONS: Record<VehicleType, LucideIcon> = {
  hatchback: CarFront,
  sedan: Car,
  suv: CarFront,
  pickup: Truck,
  van: Van,
  motorcycle: Motorbike,
  other: Car,
};

/** The driver's vehicles to choose from, and a place to add one. Who has none fills it in here, and it is added with the form. */
export function VehicleChoice({ userId, vehicles, value, onChange, error, submitCount, focusRef }: VehicleChoiceProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [sentId, setSentId] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isEmpty = vehicles.length === 0;
  useEffect(() => {
    if (sentId === null || value !== sentId || !vehicles.some(({ id }) => id === sentId)) return;
    setSentId(null);
    box.current?.closest('form')?.requestSubmit();
  }, [sentId, value, vehicles]);
  return (
    <div ref={box} className="contents">
      {error ? <ErrorNote>{error}</ErrorNote> : null}
      {isEmpty ? null : (
        <div className="grid gap-3 sm:grid-cols-2">
          {vehicles.map(({ id, name, plate, type }, index) => (
            <ChoiceCard
              key={id}
              name="vehicleId"
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
              label={name}
              detail={m.reserve_vehicle_detail({ type: VEHICLE_TYPE_LABELS[type], plate })}
              icon={VEHICLE_ICONS[type]}
              {...(index === 0 ? { ref: focusRef } : {})}
            />
          ))}
        </div>
      )}
      {isEmpty || isAdding ? (
        <AddVehicle
          userId={userId}
          onAdded={({ id }, isSent) => {
            setIsAdding(false);
            onChange(id);
            if (isSent) setSentId(id);
          }}
          {...(isEmpty ? { focusRef, submitCount } : { onCancel: () => setIsAdding(false) })}
        />
      ) : null}
      {isEmpty || isAdding || vehicles.length >= MAX_VEHICLES ? null : (
        <Button icon={Plus} variant="secondary" onClick={() => setIsAdding(true)}>
          {m.vehicle_add()}
        </Button>
      )}
    </div>
  );
}

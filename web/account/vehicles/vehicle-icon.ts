import { Car, CarFront, type LucideIcon, Motorbike, Truck, Van } from 'lucide-react';
import type { VehicleType } from '../../../domain/vehicles/vehicle-type.ts';

export const VEHICLE_ICONS: Record<VehicleType, LucideIcon> = {
  hatchback: CarFront,
  sedan: Car,
  suv: CarFront,
  pickup: Truck,
  van: Van,
  motorcycle: Motorbike,
  other: Car,
};

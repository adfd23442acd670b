import { m } from '#messages';
import type { VehicleType } from './vehicle-type.ts';

export const VEHICLE_TYPE_LABELS: Record<VehicleType, string> = {
  hatchback: m.vehicle_hatchback(),
  sedan: m.vehicle_sedan(),
  suv: m.vehicle_suv(),
  pickup: m.vehicle_pickup(),
  van: m.vehicle_van(),
  motorcycle: m.vehicle_motorcycle(),
  other: m.vehicle_other(),
};

import { m } from '#messages';

export const VEHICLE_TYPES = ['hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other'] as const;

export type VehicleType = (typeof VEHICLE_TYPES)[number];

export const VEHICLE_TYPE_LABELS: Record<VehicleType, string> = {
  hatchback: m.vehicle_hatchback(),
  sedan: m.vehicle_sedan(),
  suv: m.vehicle_suv(),
  pickup: m.vehicle_pickup(),
  van: m.vehicle_van(),
  motorcycle: m.vehicle_motorcycle(),
  other: m.vehicle_other(),
};

import { m } from '#messages';
import { stripSeparators } from '../plain-text.ts';

export const VEHICLE_TYPES = ['hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other'] as const;

export type VehicleType = (typeof VEHICLE_TYPES)[number];

const PLATE = /^[A-Z0-9]{2,10}$/;

/** Writes a plate like the database: in upper case, without blanks and hyphens; null for what is no plate. */
export function parsePlate(typed: string): string | null {
  const plate = stripSeparators(typed).toUpperCase();
  return PLATE.test(plate) ? plate : null;
}

export const VEHICLE_TYPE_LABELS: Record<VehicleType, string> = {
  hatchback: m.vehicle_hatchback(),
  sedan: m.vehicle_sedan(),
  suv: m.vehicle_suv(),
  pickup: m.vehicle_pickup(),
  van: m.vehicle_van(),
  motorcycle: m.vehicle_motorcycle(),
  other: m.vehicle_other(),
};

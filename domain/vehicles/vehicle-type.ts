export const VEHICLE_TYPES = ['hatchback', 'sedan', 'suv', 'pickup', 'van', 'motorcycle', 'other'] as const;

export type VehicleType = (typeof VEHICLE_TYPES)[number];

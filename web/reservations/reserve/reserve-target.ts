import type { Space, Zone } from '../../../domain/zones/zone.ts';

/** What the reserve screen has to know of a space and its zone. */
export type ReserveTarget = {
  space: Pick<Space, 'id' | 'name' | 'location' | 'hourlyRate'>;
  zone: Pick<Zone, 'name' | 'address' | 'pricePerHour'>;
};

import type { SampleZone } from '../zones/sample-zones.ts';
import { calculatePrice } from './price.ts';
import { DEFAULT_DURATION_HOURS, type Reservation, SYSTEM_OWNER_NAME } from './reservation.ts';
import { SAMPLE_VEHICLES } from './vehicle.ts';

/** The ids of the backend are plain UUIDs, so this tells the two apart. */
const LOCAL_ID_PREFIX = 'local-';
const MS_PER_SECOND = 1000;

type LocalStay = {
  zone: SampleZone;
  now: Date;
  /** Tells this stay from every other. */
  uuid: string;
};

/** Builds a stay that only this device knows: in a sample zone, from now on for 3 hours, paid from the wallet. */
export function createLocalReservation({ zone, now, uuid }: LocalStay): Reservation {
  // On a whole second, as the clock of the screens ticks in those: the stay has begun at its first look.
  const start = new Date(Math.floor(now.getTime() / MS_PER_SECOND) * MS_PER_SECOND);
  return {
    id: `${LOCAL_ID_PREFIX}${uuid}`,
    parkingSpotId: zone.id,
    parkingSpotName: zone.name,
    startTime: start.toISOString(),
    durationHours: DEFAULT_DURATION_HOURS,
    vehicle: SAMPLE_VEHICLES[0],
    paymentMethod: 'wallet',
    ownerName: SYSTEM_OWNER_NAME,
    address: zone.address,
    price: calculatePrice({ hourlyRate: zone.pricePerHour, hours: DEFAULT_DURATION_HOURS }),
    lat: zone.position.lat,
    lng: zone.position.lng,
    createdAt: now.toISOString(),
  };
}

/** Whether only this device knows a reservation, so that there is nothing to tell or ask the backend about it. */
export function isLocalReservation({ id }: Pick<Reservation, 'id'>): boolean {
  return id.startsWith(LOCAL_ID_PREFIX);
}

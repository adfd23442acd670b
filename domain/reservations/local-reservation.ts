import { createPeriod, type Period } from '../days/period.ts';
import type { NearbyZone } from '../zones/nearest.ts';
import { calculatePrice } from './price.ts';
import { DEFAULT_DURATION_HOURS, type Reservation } from './reservation.ts';
import { isOverdue } from './times.ts';
import type { Vehicle } from './vehicle.ts';

/** Tells local ids from those of the backend, which are UUIDs. */
const LOCAL_ID_PREFIX = 'local-';
const MS_PER_SECOND = 1000;

type LocalReservation = {
  zone: NearbyZone;
  vehicle: Vehicle;
  now: Date;
  uuid: string;
};

/** A reservation that only this device stores: in a sample zone, from now on for 3 hours, paid from the wallet. */
export function createLocalReservation({ zone, vehicle, now, uuid }: LocalReservation): Reservation {
  // On a whole second like the clock of the screens, so that the reservation has begun when it is first shown.
  const start = new Date(Math.floor(now.getTime() / MS_PER_SECOND) * MS_PER_SECOND);
  return {
    id: `${LOCAL_ID_PREFIX}${uuid}`,
    parkingSpotId: zone.id,
    parkingSpotName: zone.name,
    zoneName: null,
    ...createPeriod(start, DEFAULT_DURATION_HOURS),
    status: 'active',
    vehicle,
    paymentMethod: 'wallet',
    ownerName: '',
    address: zone.address,
    price: calculatePrice({ hourlyRate: zone.pricePerHour, hours: DEFAULT_DURATION_HOURS }),
    lat: zone.position.lat,
    lng: zone.position.lng,
    createdAt: now,
  };
}

/** Whether only this device stores the reservation, so that requests about it make no sense. */
export function isLocalReservation({ id }: Pick<Reservation, 'id'>): boolean {
  return id.startsWith(LOCAL_ID_PREFIX);
}

/** Whether a booked reservation is over and still to be ended. A local one is forgotten at its end. */
export function isAwaitingEnd(reservation: Pick<Reservation, 'id'> & Period, now: Date): boolean {
  return !isLocalReservation(reservation) && isOverdue(reservation, now);
}

import { createKeys, ROOT } from '../ui/platform/query-keys.ts';

export const bookingKeys = createKeys(
  'booking',
  'availability',
  'current',
  'destination',
  'drivingRoute',
  'extensionTerms',
  'favourites',
  'keptTickets',
  'nextReservation',
  'ownRating',
  'paidReservation',
  'pendingEnd',
  'quickSpace',
  'refund',
  'reservation',
  'reservations',
  'reserveTarget',
  'spaces',
  'ticket',
  'zones',
);

export const RESERVATION_CHANGES = [ROOT.office, ROOT.booking, ROOT.money];

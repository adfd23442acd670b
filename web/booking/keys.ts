import { getSignedInUserId } from '../data/stored-session.ts';
import { createKeys, ROOT } from '../ui/platform/query-keys.ts';

export const bookingKeys = createKeys(
  'booking',
  'availability',
  'current',
  'destination',
  'drivers',
  'drivingRoute',
  'extensionTerms',
  'favourites',
  'keptTickets',
  'moveTargets',
  'nextReservation',
  'overstay',
  'owed',
  'ownRating',
  'paidReservation',
  'pendingEnd',
  'quickSpace',
  'rates',
  'refund',
  'reservation',
  'reservations',
  'reserveTarget',
  'sign',
  'spaces',
  'stay',
  'ticket',
  'touched',
  'zoneChoices',
  'zones',
);

/** Where this device keeps the tickets of the person who uses it. */
export const getTicketsKey = () => `parqueo.tickets.${getSignedInUserId() ?? 'guest'}`;

export const RESERVATION_CHANGES = [ROOT.office, ROOT.booking, ROOT.money, ROOT.staff];
export const SPACE_CHANGES = [ROOT.office, ROOT.booking, ROOT.staff];

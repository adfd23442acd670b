import { createKeys, ROOT } from '../ui/platform/query-keys.ts';

export const officeKeys = createKeys(
  'office',
  'activeReservations',
  'administrators',
  'audit',
  'overview',
  'people',
  'person',
  'rateCounts',
  'ratings',
  'raiseWarning',
  'reports',
  'reservations',
  'reservationsOfPerson',
  'settings',
  'spaces',
  'spacesOfLocks',
  'summary',
  'timeline',
  'today',
  'zones',
  'zoneUse',
);

/** The vendor's locks; only commands to locks invalidate them. */
export const lockKeys = createKeys('locks', 'fleet', 'ofSpaces');

export const PERSON_CHANGES = [ROOT.office, ROOT.account, ROOT.money];

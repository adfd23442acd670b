import { createKeys, ROOT } from '../ui/platform/query-keys.ts';

export const officeKeys = createKeys(
  'office',
  'activeReservations',
  'administrators',
  'audit',
  'contact',
  'drivers',
  'moveTargets',
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
  'touched',
  'zoneChoices',
  'zones',
  'zoneUse',
);

/** The locks as their vendor knows them, which nothing changes but a command to a lock. */
export const lockKeys = createKeys('locks', 'fleet', 'ofSpaces');

export const SPACE_CHANGES = [ROOT.office, ROOT.booking];
export const PERSON_CHANGES = [ROOT.office, ROOT.account, ROOT.money];

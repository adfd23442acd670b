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

/** The vendor's locks; only commands to locks invalidate them. */
export const lockKeys = createKeys('locks', 'fleet', 'ofSpaces');

export const SPACE_CHANGES = [ROOT.office, ROOT.booking];
export const PERSON_CHANGES = [ROOT.office, ROOT.account, ROOT.money];

import { createKeys } from '../ui/platform/query-keys.ts';

export const accountKeys = createKeys(
  'account',
  'conversation',
  'deletionPreview',
  'device',
  'duties',
  'inbox',
  'isAdmin',
  'legalTexts',
  'membership',
  'profile',
  'recoveryCodes',
  'settings',
  'tablet',
  'unreadMessages',
  'vehicles',
  'verifiedUser',
);

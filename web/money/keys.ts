import { createKeys } from '../ui/platform/query-keys.ts';

export const moneyKeys = createKeys(
  'money',
  'balance',
  'buyer',
  'cards',
  'differences',
  'entries',
  'fiscal',
  'methods',
  'month',
  'payment',
  'proposals',
  'receipt',
  'reservation',
  'revenue',
  'wallet',
  'warnings',
);

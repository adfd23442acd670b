import { createKeys, ROOT } from '../ui/platform/query-keys.ts';

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
  'shifts',
  'wallet',
  'warnings',
);

export const MONEY_CHANGES = [ROOT.office, ROOT.money];

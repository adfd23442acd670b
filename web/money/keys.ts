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
  'rates',
  'receipt',
  'reservation',
  'revenue',
  'shifts',
  'wallet',
  'warnings',
);

export const MONEY_CHANGES = [ROOT.office, ROOT.money];
export const RATE_CHANGES = [ROOT.office, ROOT.money, ROOT.booking];

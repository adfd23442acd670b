import { createKeys } from '../ui/platform/query-keys.ts';

export const staffKeys = createKeys('staff', 'safelist', 'team', 'today', 'zones');

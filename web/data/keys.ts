import { createKeys } from '../ui/platform/query-keys.ts';

export const dataKeys = createKeys('data', 'publicSettings', 'signInRules');

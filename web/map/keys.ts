import { createKeys } from '../ui/platform/query-keys.ts';

export const mapKeys = createKeys('map', 'library', 'route', 'places');

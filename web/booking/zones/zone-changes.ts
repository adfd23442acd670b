import { dataClient } from '../../data/connection.ts';
import { save } from '../../data/database-problem.ts';

export const changeZone = (name: 'add_special_day' | 'end_special_day' | 'update_zone', args: object): Promise<void> =>
  save(dataClient().rpc(name, args), 'zone-not-updated');

/** Sets the opening hours of a zone; null is always open. */
export const saveOpeningHours = (zone: string, hours: unknown): Promise<void> =>
  changeZone('update_zone', { zone, version: null, changes: { opening_hours: hours }, rates: 'none' });

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { hasAlarm, type LockDevice } from '../../../domain/locks/lock.ts';
import { dataClient } from '../../data/connection.ts';
import { tableRow } from '../../data/table-row.ts';
import { readRow } from '../../ui/table/parse-rows.ts';
import { lockKeys } from '../keys.ts';
import { openVendorSession } from './vendor-session.ts';

const spaceRow = tableRow({ id: z.string(), kavass_device_id: z.string() });

type Spaces = { zone_id?: string; status?: 'available' };

/**
 * The ids of those of these spaces whose lock is as `isMeant` says; nothing is known while the vendor does not respond.
 * @param spaces null for none
 */
export function useSpacesByLock(name: string, spaces: Spaces | null, isMeant: (lock: LockDevice) => boolean) {
  const [session] = useState(() => openVendorSession());
  return useQuery({
    queryKey: lockKeys.ofSpaces(name, spaces),
    queryFn: async ({ signal }) => {
      const response = await dataClient()
        .from('parking_spaces')
        .select(spaceRow.columns)
        .match(spaces ?? {})
        .not('kavass_device_id', 'is', null)
        .abortSignal(signal);
      const locked = readRow(response, z.array(spaceRow.schema), 'spaces-not-loaded');
      if (locked.length === 0) return [];
      const locks = await session.listAll('spaces', 100);
      const meant = new Set(locks.filter(isMeant).map(({ did }) => did));
      return locked.filter(({ kavassDeviceId }) => meant.has(kavassDeviceId)).map(({ id }) => id);
    },
    enabled: spaces !== null,
  });
}

/** The spaces of a zone whose lock reports an alarm. */
export const useAlarms = (zone: string | null) =>
  useSpacesByLock('alarm', zone === null ? null : { zone_id: zone }, hasAlarm).data ?? [];

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LockDevice } from '../../../domain/locks/lock.ts';
import { listSpacesWithLocks } from './data.ts';

type Space = Awaited<ReturnType<typeof listSpacesWithLocks>>[number];

/** The spaces of each lock, by the vendor's id of the lock. */
export type SpacesOfLocks = ReadonlyMap<string, readonly Space[]>;

const groupByLock = (spaces: readonly Space[]): SpacesOfLocks => Map.groupBy(spaces, ({ deviceId }) => deviceId);

/** The spaces of the locks on a page; undefined until they have loaded. */
export function useSpacesOfLocks(locks: readonly LockDevice[] | undefined): SpacesOfLocks | undefined {
  const deviceIds = (locks ?? []).flatMap(({ did }) => (did === null ? [] : [did]));
  const spaces = useQuery({
    queryKey: ['spaces-of-locks', deviceIds],
    queryFn: ({ signal }) => listSpacesWithLocks(deviceIds, signal),
    enabled: deviceIds.length > 0,
    placeholderData: keepPreviousData,
    select: groupByLock,
  });
  return spaces.isPlaceholderData ? undefined : spaces.data;
}

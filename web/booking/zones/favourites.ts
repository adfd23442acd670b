import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { useUser } from '../../account/session/session-provider.tsx';
import { dataClient } from '../../data/connection.ts';
import { save, toOwnProblem } from '../../data/database-problem.ts';
import { toPosition, ZONE_SELECT, zoneRowSchema } from '../../data/zone.ts';
import { readRows } from '../../ui/table/parse-rows.ts';
import { bookingKeys } from '../keys.ts';

const favouriteRowSchema = z.object({ zone: zoneRowSchema }).transform(({ zone }) => ({
  id: zone.id,
  name: zone.name,
  address: zone.location ?? '',
  position: toPosition(zone),
}));

type FavouriteZone = z.infer<typeof favouriteRowSchema>;

const NO_FAVOURITES: FavouriteZone[] = [];

/** The favourite zones of the signed-in driver, the latest first. */
export function useFavourites(): FavouriteZone[] {
  const userId = useUser()?.id ?? null;
  const { data } = useQuery({
    queryKey: bookingKeys.favourites(userId),
    queryFn: () => listFavourites(userId ?? ''),
    enabled: userId !== null,
  });
  return data ?? NO_FAVOURITES;
}

async function listFavourites(userId: string): Promise<FavouriteZone[]> {
  const response = await dataClient()
    .from('favourite_zones')
    .select(`zone:parking_zones(${ZONE_SELECT})`)
    .eq('user_id', userId)
    .order('created_at', { ascending: false });
  return readRows(response, favouriteRowSchema, 'favourites-not-loaded').rows;
}

type FavouriteChange = { userId: string; zoneId: string; isWanted: boolean };

/** Saves or removes a favourite; safe to repeat. */
export function saveFavourite({ userId, zoneId, isWanted }: FavouriteChange): Promise<void> {
  const favourites = dataClient().from('favourite_zones');
  const row = { user_id: userId, zone_id: zoneId };
  const write = isWanted ? favourites.upsert(row, { ignoreDuplicates: true }) : favourites.delete().match(row);
  return save(write, 'favourite-not-saved', toOwnProblem);
}

import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { isSameDay } from '../../domain/days/country-time.ts';
import { createPeriod } from '../../domain/days/period.ts';
import {
  findTable,
  findVersion,
  type PriceLine,
  quoteVersion,
  type RateTable,
  type RateVersion,
  rateVersionSchema,
} from '../../domain/money/rates.ts';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import type { Space } from '../../domain/zones/zone.ts';
import { dataClient } from '../data/connection.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { bookingKeys } from './keys.ts';

const assignmentsSchema = z.array(
  z.object({
    rate_table_id: z.string(),
    space_id: z.string().nullable(),
    vehicle_type: z.string().nullable(),
    rate_tables: z.object({ rate_versions: z.array(rateVersionSchema) }),
  }),
);

/** The tables of rates of a space and its zone, in the order in which they hold. */
async function listRateTables(spaceId: string, zoneId: string): Promise<RateTable[]> {
  const response = await dataClient()
    .from('rate_assignments')
    .select('rate_table_id, space_id, vehicle_type, rate_tables(rate_versions(*))')
    .or(`space_id.eq.${spaceId},zone_id.eq.${zoneId}`)
    .order('space_id', { nullsFirst: false })
    .order('vehicle_type', { nullsFirst: false });
  return readRow(response, assignmentsSchema, 'space-details-not-loaded').map((row) => ({
    id: row.rate_table_id,
    vehicleType: row.vehicle_type,
    versions: row.rate_tables.rate_versions.toSorted((a, b) => Number(b.validFrom) - Number(a.validFrom)),
  }));
}

/** The rates that a reservation is priced by; null where it has a plain rate. */
export async function findRatesOf(reservationId: string): Promise<RateVersion | null> {
  const response = await dataClient().rpc('rates_of_reservation', { reservation: reservationId }, { get: true });
  return readRow(response, z.array(rateVersionSchema), 'extension-not-known')[0] ?? null;
}

type RatedSpace = Pick<Space, 'id' | 'hasRates'>;

const NO_TABLES: readonly RateTable[] = [];

/** Null while they load. Where they do not, the plain rate is shown; the database charges no more than that. */
function useRateTables(space: RatedSpace | null, zoneId: string): readonly RateTable[] | null {
  const hasRates = space?.hasRates === true;
  const query = useQuery({
    queryKey: bookingKeys.rates(space?.id, zoneId),
    queryFn: () => listRateTables(space?.id ?? '', zoneId),
    enabled: hasRates,
  });
  return hasRates && !query.isError ? (query.data ?? null) : NO_TABLES;
}

/** The price of a number of hours and how it comes about, where the rate alone does not decide it; null while it is not known. */
export type StayPrice = {
  priceOf?: ((hours: number) => number | null) | undefined;
  linesOf?: ((hours: number) => readonly PriceLine[]) | undefined;
};

function toStayPrice(version: RateVersion | null | undefined, startsAt: Date | null): StayPrice {
  if (version === null) return {};
  const quote = (hours: number) => version && startsAt && quoteVersion(version, createPeriod(startsAt, hours));
  return {
    priceOf: (hours) => {
      const quoted = quote(hours);
      return quoted ? quoted.amount / 100 : null;
    },
    linesOf: (hours) => quote(hours)?.lines ?? [],
  };
}

type Stay = { space: RatedSpace | null; zoneId: string; startsAt: Date | null; vehicleType: string | null };

export function useStayPrice({ space, zoneId, startsAt, vehicleType }: Stay): StayPrice {
  const tables = useRateTables(space, zoneId);
  const isPlain = tables?.length === 0;
  return toStayPrice(
    isPlain ? null : startsAt && tables ? findVersion(tables, vehicleType, startsAt) : undefined,
    startsAt,
  );
}

/** A change keeps the rates of a reservation on the same day, as long as space and vehicle have the same table. */
export function useChangedPrice(
  reservation: Reservation,
  from: RatedSpace,
  { space, zoneId, startsAt, vehicleType }: Stay,
) {
  const [before, after] = [useRateTables(from, zoneId), useRateTables(space, zoneId)];
  const own = useQuery({ queryKey: bookingKeys.rates(reservation.id), queryFn: () => findRatesOf(reservation.id) });
  const keepsTable = findTable(before ?? [], reservation.vehicle.type)?.id === findTable(after ?? [], vehicleType)?.id;
  const keepsRates = startsAt === null || (keepsTable && isSameDay(startsAt, reservation.startsAt));
  return {
    keepsTable,
    ...toStayPrice(keepsRates ? (own.data ?? null) : findVersion(after ?? [], vehicleType, startsAt), startsAt),
  };
}

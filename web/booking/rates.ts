import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { isSameDay } from '../../domain/days/country-time.ts';
import { createPeriod } from '../../domain/days/period.ts';
import {
  findPricing,
  findTable,
  type PriceLine,
  type Pricing,
  quoteStay,
  type Rates,
  type RateTable,
  rateVersionSchema,
} from '../../domain/money/rates.ts';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import type { Space } from '../../domain/zones/zone.ts';
import { dataClient } from '../data/connection.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { bookingKeys } from './keys.ts';
import { specialDaySchema, useZoneTimes, versionsSchema } from './zones/zone-times.ts';

const assignmentsSchema = z.array(
  z
    .object({ rate_table_id: z.string(), vehicle_type: z.string().nullable(), rate_tables: versionsSchema })
    .transform((row) => ({ id: row.rate_table_id, vehicleType: row.vehicle_type, versions: row.rate_tables })),
);

/** The tables of rates of a space and its zone, in the order in which they hold. */
async function listRateTables(spaceId: string, zoneId: string): Promise<RateTable[]> {
  const response = await dataClient()
    .from('rate_assignments')
    .select('rate_table_id, vehicle_type, rate_tables(rate_versions(*))')
    .or(`space_id.eq.${spaceId},zone_id.eq.${zoneId}`)
    .order('space_id', { nullsFirst: false })
    .order('vehicle_type', { nullsFirst: false });
  return readRow(response, assignmentsSchema, 'space-details-not-loaded');
}

const ownRatesSchema = z.object({ version: rateVersionSchema.nullable(), events: z.array(specialDaySchema) });

/** What a reservation is priced by, apart from the rate of an hour. */
export async function findRatesOf(reservationId: string): Promise<Omit<Pricing, 'hourlyRate'>> {
  const response = await dataClient().rpc('rates_of_reservation', { reservation: reservationId }, { get: true });
  return readRow(response, ownRatesSchema, 'extension-not-known');
}

type RatedSpace = Pick<Space, 'id' | 'hasRates'>;

const NO_RATES: Rates = { tables: [], days: [] };

/** Null while they load. Where they do not, the plain rate is shown; the database charges no more than that. */
function useRates(space: RatedSpace | null, zoneId: string): Rates | null {
  const hasRates = space?.hasRates === true;
  const times = useZoneTimes(zoneId, hasRates);
  const tables = useQuery({
    queryKey: bookingKeys.rates(space?.id, zoneId),
    queryFn: () => listRateTables(space?.id ?? '', zoneId),
    enabled: hasRates,
  });
  if (!hasRates || tables.isError || times.isError) return NO_RATES;
  return tables.data && times.data ? { tables: tables.data, days: times.data.days } : null;
}

/** The price of a number of hours and how it comes about, where the rate alone does not decide it; null while it is not known. */
export type StayPrice = {
  priceOf?: ((hours: number) => number | null) | undefined;
  linesOf?: ((hours: number) => readonly PriceLine[]) | undefined;
};

/** @param pricing null while it is not known */
function toStayPrice(pricing: Pricing | null, startsAt: Date | null): StayPrice {
  if (pricing !== null && pricing.version === null && pricing.events.length === 0) return {};
  const quote = (hours: number) => pricing && startsAt && quoteStay(pricing, createPeriod(startsAt, hours));
  return {
    priceOf: (hours) => {
      const quoted = quote(hours);
      return quoted ? quoted.amount / 100 : null;
    },
    linesOf: (hours) => quote(hours)?.lines ?? [],
  };
}

type Stay = {
  space: RatedSpace | null;
  zoneId: string;
  startsAt: Date | null;
  vehicleType: string | null;
  hourlyRate: number | null;
};

export function useStayPrice({ space, zoneId, startsAt, vehicleType, hourlyRate }: Stay): StayPrice {
  const rates = useRates(space, zoneId);
  if (rates === NO_RATES) return {};
  return toStayPrice(rates && priceAt(rates, { startsAt, vehicleType, hourlyRate }), startsAt);
}

const priceAt = (rates: Rates, { startsAt, vehicleType, hourlyRate }: Omit<Stay, 'space' | 'zoneId'>) =>
  startsAt && findPricing(rates, vehicleType, { startsAt, hourlyRate: hourlyRate ?? 0 });

/** A change keeps the rates of a reservation on the same day, as long as space and vehicle have the same table. */
export function useChangedPrice(reservation: Reservation, from: RatedSpace, { space, zoneId, ...stay }: Stay) {
  const { startsAt, vehicleType, hourlyRate } = stay;
  const before = useRates(from, zoneId);
  const after = useRates(space, zoneId);
  const own = useQuery({ queryKey: bookingKeys.rates(reservation.id), queryFn: () => findRatesOf(reservation.id) });
  const tableOf = (rates: Rates | null, type: string | null) => findTable(rates?.tables ?? [], type)?.id;
  const keepsTable = tableOf(before, reservation.vehicle.type) === tableOf(after, vehicleType);
  const keepsRates = startsAt === null || (keepsTable && isSameDay(startsAt, reservation.startsAt));
  const kept = { version: null, events: [], ...own.data, hourlyRate: hourlyRate ?? 0 };
  return { keepsTable, ...toStayPrice(keepsRates ? kept : after && priceAt(after, stay), startsAt) };
}

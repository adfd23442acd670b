import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { OPERATOR_LIMITS } from '../../../domain/reservations/times.ts';
import { parsePlate } from '../../../domain/vehicles/vehicle-type.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { listSpaces } from '../../data/space.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import {
  checkReservationLimits,
  createReservationValues,
  parseStart,
  reservationFieldsSchema,
  toStartValues,
} from '../arrival/reservation-values.ts';
import { bookingKeys } from '../keys.ts';
import { useStayPrice } from '../rates.ts';
import { findReservationTotal } from '../reservation-price.tsx';
import { findBookablePeriod } from '../reserve/reserve-values.ts';
import { useZoneChoices } from '../zones/zone-choices.ts';
import type { FoundDriver } from './reservation-for-driver.ts';

export type ProposedSlot = { zoneId?: string | undefined; spaceId?: string | undefined; startsAt?: Date | undefined };

export const forDriverSchema = reservationFieldsSchema
  .extend({
    driver: z
      .custom<FoundDriver>()
      .nullable()
      .refine((driver): driver is FoundDriver => driver !== null, m.for_driver_driver_missing()),
    zoneId: z.string().min(1, m.for_driver_zone_missing()),
    /** Empty for any free space of the zone. */
    spaceId: z.string(),
    /** Empty without a vehicle. */
    vehicleId: z.string(),
  })
  .superRefine((values, context) => checkReservationLimits(values, context, OPERATOR_LIMITS));

export type ForDriverValues = z.input<typeof forDriverSchema>;
export type CompleteForDriverValues = z.output<typeof forDriverSchema>;

export function createForDriverValues(
  { zoneId = '', spaceId = '', startsAt }: ProposedSlot,
  now: Date,
): ForDriverValues {
  const reservation = { ...createReservationValues(now), ...toStartValues(startsAt ?? now) };
  return { ...reservation, driver: null, zoneId, spaceId, vehicleId: '' };
}

/** The vehicle that the driver was found by, else the default one; empty without any. */
export function chooseVehicle({ vehicles }: FoundDriver, words: string): string {
  const plate = parsePlate(words);
  const found = plate === null ? undefined : vehicles.find((vehicle) => vehicle.plate.includes(plate));
  return (found ?? vehicles[0])?.id ?? '';
}

export const useNoAlarms = (_zoneId: string | null): readonly string[] => [];

/** The reservation that the form describes so far. While `isFrozen` nothing of it is loaded again. */
export function useReservationOnForm(
  control: Control<ForDriverValues, unknown, CompleteForDriverValues>,
  isFrozen: boolean,
  useAlarms: typeof useNoAlarms,
) {
  const [date, time, hours, zoneId, spaceId, vehicleId, driver] = useWatch({
    control,
    name: ['date', 'time', 'hours', 'zoneId', 'spaceId', 'vehicleId', 'driver'],
  });
  const zones = useZoneChoices({ enabled: !isFrozen });
  const period = findBookablePeriod({ date, time, hours }, useNow(), OPERATOR_LIMITS);
  const { spaces, isSettled } = useZoneSpaces(zoneId, period, isFrozen);
  const zone = zones.data?.find(({ id }) => id === zoneId);
  const alarms = useAlarms(zoneId === '' || isFrozen ? null : zoneId);
  // Those that are free come first, and among them those whose barrier is in order.
  const anySpace = spaces.find(({ id, status }) => status === 'available' && !alarms.includes(id)) ?? spaces[0];
  const space = spaceId === '' ? anySpace : spaces.find(({ id }) => id === spaceId);
  const target = zone && space ? { zone, space } : null;
  const hourlyRate = target && getHourlyRate(target.space, target.zone);
  const vehicleType = driver?.vehicles.find(({ id }) => id === vehicleId)?.type ?? null;
  const startsAt = parseStart({ date, time });
  const price = useStayPrice({ space: space ?? null, zoneId, startsAt, vehicleType, hourlyRate });
  return {
    zones: zones.data ?? [],
    /** The spaces of the chosen zone; those that are free at that time come first. */
    spaces,
    /** The ids of spaces whose lock reports an alarm. */
    alarms,
    /** The time in the form when it can be booked. */
    period,
    /** Null before a space is chosen. */
    target,
    /** The status of the chosen space at that time; null until it is known. */
    status: isSettled ? (space?.status ?? null) : null,
    hourlyRate,
    price,
    total: hourlyRate === null ? null : findReservationTotal({ hourlyRate, hours, ...price }),
  };
}

export type ReservationOnForm = ReturnType<typeof useReservationOnForm>;

const QUIET_MS = 400;
const REFRESH_MS = 30_000;
const NO_SPACES: readonly Space[] = [];

/** The spaces of a zone with the status that they have for a reservation of this time, those that are free first. */
function useZoneSpaces(zoneId: string, period: Period | null, isFrozen: boolean) {
  const time = period === null ? '' : `${period.startsAt.toISOString()} ${period.endsAt.toISOString()}`;
  const isQuiet = useDebounced(time, QUIET_MS) === time;
  const list = useQuery({
    queryKey: bookingKeys.availability('spaces', zoneId, time),
    queryFn: () => listSpaces(zoneId, period),
    enabled: zoneId !== '' && isQuiet && !isFrozen,
    placeholderData: (before, query) => (query?.queryKey[3] === zoneId ? before : undefined),
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(list.error);
  const spaces = list.data?.rows ?? NO_SPACES;
  const isFree = ({ status }: Space) => status === 'available';
  return {
    spaces: [...spaces.filter(isFree), ...spaces.filter((space) => !isFree(space))],
    isSettled: period !== null && isQuiet && list.isSuccess && !list.isPlaceholderData,
  };
}

import * as z from 'zod';
import { m } from '#messages';
import { decimalSchema, textSchema } from '../../../domain/field-schemas.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { createDeviceRange } from '../../../domain/locks/device-range.ts';
import { FALLBACK_HOURLY_RATE, formatMoney, MAX_PRICE } from '../../../domain/money/money.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { createSpaceNames, MAX_NUMBER_DIGITS, type NameRange } from '../../../domain/zones/space-names.ts';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import type { ZonePrice } from '../../booking/zones/zone-choices.ts';
import type { NamedField } from '../../ui/form/newer-values.ts';
import type { SpaceChanges } from './spaces.ts';

/** The values of the form, '' for no zone and no device. */
const valuesSchema = z
  .object({
    isSeveral: z.boolean(),
    name: textSchema(TEXT_LIMITS.spaceName).trim(),
    prefix: textSchema({ max: TEXT_LIMITS.spaceName.max - MAX_NUMBER_DIGITS }),
    from: z.string(),
    to: z.string(),
    zoneId: z.string(),
    location: textSchema(TEXT_LIMITS.spaceLocation).trim(),
    hint: textSchema(TEXT_LIMITS.spaceHint).trim(),
    deviceId: z.string(),
    firstDeviceId: textSchema(TEXT_LIMITS.lockDevice),
    hourlyRate: decimalSchema({ min: 0, max: MAX_PRICE }, 'parking-rate-out-of-range'),
  })
  .refine((values) => !values.isSeveral || createSpaceNames(values) !== null, {
    path: ['to'],
    message: m.problem_space_numbers_out_of_range(),
  })
  .refine((values) => !values.isSeveral || listNewDeviceIds(values) !== null, {
    path: ['firstDeviceId'],
    message: m.problem_lock_range_malformed(),
  });

export type SpaceValues = z.infer<typeof valuesSchema>;

/** Several new spaces have names that none of the stored ones in their zone has. */
export const createSpaceValuesSchema = (spaces: readonly AdminSpace[]) =>
  valuesSchema.refine((values) => !values.isSeveral || listTakenNames(values, spaces).length === 0, {
    path: ['to'],
    message: describeProblem('space-names-taken'),
  });

/** The names of the range that a space of the zone has, in whatever capitals. */
export function listTakenNames(
  { zoneId, ...range }: NameRange & Pick<SpaceValues, 'zoneId'>,
  spaces: readonly AdminSpace[],
): string[] {
  const stored = spaces.filter((space) => (space.zoneId ?? '') === zoneId);
  const taken = new Set(stored.map(({ name }) => name.toLowerCase()));
  return (createSpaceNames(range) ?? []).filter((name) => taken.has(name.toLowerCase()));
}

/** The values of a space, or of a new one in this zone, whose price it has. A space without a rate shows the price of its zone, which is what it costs. */
export function toSpaceValues(space: AdminSpace | null, zones: readonly ZonePrice[], newZoneId = ''): SpaceValues {
  const zone = zones.find(({ id }) => id === (space?.zoneId ?? newZoneId));
  return {
    isSeveral: false,
    name: space?.name ?? '',
    prefix: '',
    from: '1',
    to: '10',
    zoneId: space === null ? (zone?.id ?? '') : (space.zoneId ?? ''),
    location: space?.location ?? '',
    hint: space?.hint ?? '',
    deviceId: space?.deviceId ?? '',
    firstDeviceId: '',
    hourlyRate:
      space === null
        ? (zone?.pricePerHour ?? getInstallation().defaultParkingRate)
        : (space.hourlyRate ?? zone?.pricePerHour ?? FALLBACK_HOURLY_RATE),
  };
}

/** The fields that two people may change at the same time, with their labels. */
export function listSpaceFields(zones: readonly ZonePrice[]): readonly NamedField<SpaceValues>[] {
  const showZone = (id: unknown) => {
    if (id === '') return m.space_newer_no_zone();
    return zones.find((zone) => zone.id === id)?.name ?? m.space_newer_new_zone();
  };
  const showDevice = (id: unknown) => (id === '' ? m.space_newer_no_device() : String(id));
  return [
    { name: 'name', label: m.field_name() },
    { name: 'zoneId', label: m.field_zone(), format: showZone },
    { name: 'location', label: m.field_location() },
    { name: 'hint', label: m.space_field_hint() },
    { name: 'deviceId', label: m.space_field_lock_device(), format: showDevice },
    { name: 'hourlyRate', label: m.field_hourly_rate(), format: (rate) => formatMoney(Number(rate)) },
  ];
}

/** The locks of several spaces, in the order of their names: none at all when the first is empty. Null when invalid. */
export function listNewDeviceIds(values: NameRange & { firstDeviceId: string }): string[] | null {
  if (values.firstDeviceId.trim() === '') return [];
  return createDeviceRange(values.firstDeviceId, createSpaceNames(values)?.length ?? 0);
}

/** One space, or several with numbered names. */
export function toSpaceChanges(values: SpaceValues, zones: readonly ZonePrice[]): SpaceChanges[] {
  const zone = zones.find(({ id }) => id === values.zoneId);
  const shared = {
    zoneId: zone?.id ?? null,
    zoneName: zone?.name ?? null,
    location: values.location || null,
    hint: values.hint || null,
    hourlyRate: values.hourlyRate,
  };
  if (!values.isSeveral) return [{ ...shared, name: values.name, deviceId: values.deviceId || null }];
  const deviceIds = listNewDeviceIds(values) ?? [];
  return (createSpaceNames(values) ?? []).map((name, index) => ({
    ...shared,
    name,
    deviceId: deviceIds[index] ?? null,
  }));
}

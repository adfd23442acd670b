import * as z from 'zod';
import { getLocale } from '#language';
import type { Position } from '../../domain/zones/distance.ts';
import { overstayTermsSchema } from '../../domain/zones/overstay.ts';

/** Operators may leave out everything but the name. */
export const zoneRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  description_en: z.string().nullable().default(null),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rating: z.number().nullable(),
  price_per_hour: z.number().nullable(),
  amenities: z.record(z.string(), z.boolean()).nullable(),
  overstay: overstayTermsSchema.optional(),
});

export const ZONE_SELECT = Object.keys(zoneRowSchema.shape).join();

/** In the language of the reader where the operator wrote it, else in the other one; empty without any. */
export function toDescription({
  description,
  description_en: english,
}: Pick<ZoneRow, 'description' | 'description_en'>): string {
  return (getLocale() === 'en' ? english || description : description || english) ?? '';
}

type ZoneRow = z.infer<typeof zoneRowSchema>;

export function toPosition({ latitude, longitude }: Pick<ZoneRow, 'latitude' | 'longitude'>): Position | null {
  return latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
}

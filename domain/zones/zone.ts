import * as z from 'zod';
import { positionSchema } from './distance.ts';
import { overstayTermsSchema } from './overstay.ts';

/** All zones share one picture until they have their own. */
export const ZONE_IMAGE = '/zone.svg';

/** A zone as drivers see it; prices and rates an hour in the operator's currency. */
export const zoneSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  address: z.string(),
  position: positionSchema.nullable(),
  /** From 0 to 5. */
  rating: z.number(),
  numberOfRatings: z.number(),
  availableSpaces: z.number(),
  totalSpaces: z.number(),
  /** False until its operator adds one. */
  hasSpaces: z.boolean().optional(),
  /** What a space without a rate of its own costs. */
  pricePerHour: z.number(),
  /** What drivers pay: the lowest and the highest rate of its spaces. */
  lowestRate: z.number(),
  highestRate: z.number(),
  /** Where some of its spaces have a table of rates, these rates are what a stay costs from. */
  hasRates: z.boolean().optional(),
  /** The flags that are set. */
  amenities: z.array(z.string()),
  overstay: overstayTermsSchema.optional(),
  images: z.array(z.string()),
  ownerId: z.string(),
  ownerName: z.string(),
});

export type Zone = z.infer<typeof zoneSchema>;

export const spaceStatusSchema = z.enum(['available', 'occupied', 'reserved', 'maintenance', 'closed']);

export type SpaceStatus = z.infer<typeof spaceStatusSchema>;

/** A space as drivers see it; `hourlyRate` in the operator's currency, null when it has the price of its zone. */
export const spaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  zoneId: z.string().nullable(),
  zoneName: z.string().nullable(),
  location: z.string().nullable(),
  hourlyRate: z.number().nullable(),
  hasRates: z.boolean().optional(),
  status: spaceStatusSchema,
});

export type Space = z.infer<typeof spaceSchema>;

/** What an hour on the space costs, in the operator's currency. */
export function getHourlyRate(space: Pick<Space, 'hourlyRate'>, zone: Pick<Zone, 'pricePerHour'>): number {
  return space.hourlyRate ?? zone.pricePerHour;
}

/** Zones within this distance of a place are the ones to choose from. */
export const NEARBY_KM = 2;

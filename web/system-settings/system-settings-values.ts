import * as z from 'zod';
import { m } from '#messages';
import { amountSchema, wholeNumberSchema } from '../../domain/field-schemas.ts';
import { MAX_PRICE } from '../../domain/reservations/price.ts';

/** Times and money are in the units of their labels. */
export const systemSettingsSchema = z.object({
  appName: z.string(),
  appDescription: z.string(),
  maintenanceMode: z.boolean(),
  defaultParkingRate: amountSchema({ min: 0, max: MAX_PRICE }, 'parking-rate-out-of-range'),
  maxReservationHours: wholeNumberSchema({ min: 1, max: 168 }, 'hours-out-of-range'),
  cancellationDeadline: wholeNumberSchema({ min: 0 }, 'cancellation-deadline-out-of-range'),
  notificationsEnabled: z.boolean(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  currency: z.enum(['USD', 'DOP']),
  taxRate: amountSchema({ min: 0, max: 100 }, 'tax-rate-out-of-range'),
});

export type SystemSettings = z.infer<typeof systemSettingsSchema>;

export const DEFAULT_SYSTEM_SETTINGS: SystemSettings = {
  appName: 'Parqueo',
  appDescription: m.system_settings_default_description(),
  maintenanceMode: false,
  defaultParkingRate: 15,
  maxReservationHours: 24,
  cancellationDeadline: 30,
  notificationsEnabled: true,
  emailNotifications: true,
  pushNotifications: false,
  currency: 'USD',
  taxRate: 0,
};

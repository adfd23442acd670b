import type { Currency } from './money/currency.ts';

/** How long ago any new reservation may have begun; the database has the same in *_reservations.sql. */
export const MAX_START_AGE_HOURS = 24;

/** What holds for the texts and rules of the whole product. */
export type Installation = {
  appName: string;
  /** Null: each language has its own, as sample data needs none. */
  currency: Currency | null;
  maxReservationHours: number;
  minReservationMinutes: number;
  /** How long ago a driver's new reservation may have begun. */
  maxStartAgeMinutes: number;
  /** A reservation is free to cancel until so long before its start. */
  cancellationDeadlineMinutes: number;
  /** An hour in a new zone or space, until the operator enters another. */
  defaultParkingRate: number;
};

const UNDECIDED: Installation = {
  appName: 'Parqueo',
  currency: null,
  maxReservationHours: Number.POSITIVE_INFINITY,
  minReservationMinutes: 15,
  maxStartAgeMinutes: MAX_START_AGE_HOURS * 60,
  cancellationDeadlineMinutes: 0,
  defaultParkingRate: 5,
};

let current = UNDECIDED;

/** What the operator decided; the defaults with sample data, and before the browser has read the settings. */
export const getInstallation = (): Installation => current;

/** Sets what is given and keeps the rest. */
export function setInstallation(decided: Partial<Installation>): void {
  current = { ...current, ...decided };
}

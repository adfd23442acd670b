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
  /** In percent; prices include it. */
  taxRate: number;
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
  taxRate: 0,
  defaultParkingRate: 5,
};

let current = UNDECIDED;

/** As the operator decided; the defaults with sample data, and before the browser has read the settings. */
export const getInstallation = (): Installation => current;

const listeners = new Set<() => void>();

/** Sets what is given and keeps the rest. */
export function setInstallation(decided: Partial<Installation>): void {
  current = { ...current, ...decided };
  for (const listener of listeners) listener();
}

/** Calls back whenever it is set. @returns a function that ends that */
export function watchInstallation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

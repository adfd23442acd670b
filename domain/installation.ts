import type { Currency } from './money/cents.ts';

/** How long ago any new reservation may have begun; the database has the same in *_reservations.sql. */
export const MAX_START_AGE_HOURS = 24;

/** What holds for the texts and rules of the whole product. */
export type Installation = {
  appName: string;
  /** Null in a demo, where each language has a symbol of its own. */
  currency: Currency | null;
  maxReservationHours: number;
  minReservationMinutes: number;
  /** How long ago a driver's new reservation may have begun. */
  maxStartAgeMinutes: number;
  /** A reservation is free to cancel until so long before its start. */
  cancellationDeadlineMinutes: number;
  /** An hour in a new zone or space, until the operator enters another. */
  defaultParkingRate: number;
} & ReturnType<typeof createOptions>;

/** The rules in which a demo, which is what the specification describes, differs from an installation that drivers really use. */
export const createOptions = (isDemo: boolean) => ({
  /** A reservation begins with the hour in which it is made, instead of at once. */
  startsWithHour: isDemo,
  /** Drivers keep their vehicles here and reserve for one of them. */
  keepsVehicles: !isDemo,
  /** Money is charged, paid and booked; else balances and methods of payment are examples. */
  keepsBooks: !isDemo,
  /** Drivers rate where they parked; else administrators enter ratings. */
  keepsRatings: !isDemo,
  /** Drivers and the operator write to each other. */
  keepsMessages: !isDemo,
  /** A reservation that has begun goes on until its driver ends it, and is late when its time is over. */
  tracksParking: !isDemo,
  /** The map opens where the driver is, and the nearest zones come first; else the cheapest. */
  startsAtDriver: !isDemo,
  /** A driver leaves for the space at once and arrives 10 s later, wherever the device is. */
  simulatesDriving: isDemo,
  /** The browser reads whether the space is free before it reserves, which the database decides anyway. */
  checksBeforeReserving: isDemo,
  /** The sheet of zones names its amounts DOP, beside the dollar signs of the other screens. */
  sheetNamesPesos: isDemo,
  /** Screens offer what nothing obeys: the owner mode, SMS, and who sees a profile. */
  offersUnused: isDemo,
});

const DEFAULTS: Installation = {
  appName: 'Parqueo',
  currency: null,
  maxReservationHours: Number.POSITIVE_INFINITY,
  minReservationMinutes: 15,
  maxStartAgeMinutes: MAX_START_AGE_HOURS * 60,
  cancellationDeadlineMinutes: 0,
  defaultParkingRate: 5,
  ...createOptions(false),
};

let current = DEFAULTS;

/** What the operator decided; the defaults with sample data, and before the browser has read the settings. */
export const getInstallation = (): Installation => current;

/** Changes these values; the others stay. */
export function setInstallation(decided: Partial<Installation>): void {
  current = { ...current, ...decided };
}

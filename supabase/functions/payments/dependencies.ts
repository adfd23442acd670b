import type { Currency } from '../../../domain/money/currency.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { Driver, PaymentStore } from './payment-store.ts';

/** What the operator reads in the log: no secrets, no returns of browsers, no tokens. */
export type PaymentFault = {
  fault: 'start' | 'check' | 'return' | 'webhook' | 'refund' | 'comparison' | 'differences';
  payment?: string;
  code?: string;
  error?: unknown;
};

export type ReportFault = (fault: PaymentFault) => void;

/** What is counted, for limits by person and by network. */
export type Limited = 'start' | 'check' | 'return' | 'webhook';

/** What the operator decided: their name, and whether drivers pay here and how. */
export type Installation = { appName: string; currency: Currency; chargesDrivers: boolean };

/** What differs between Supabase and this server. */
export type PaymentsDependencies = {
  providers: PaymentProviders;
  store: PaymentStore;
  verifyDriver: (request: Request) => Promise<Driver | null>;
  /** Whether a request brings the secret key. */
  isService: (request: Request) => boolean;
  readInstallation: () => Promise<Installation>;
  /** False when there were too many. */
  isAllowed: (limited: Limited, person?: string) => Promise<boolean>;
  /** The address of this function, as browsers and providers reach it. */
  functionUrl: string;
  /** The address of the web app. */
  appUrl: string;
  now: () => number;
  report: ReportFault;
};

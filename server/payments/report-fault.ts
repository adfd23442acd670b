import type { Logger } from 'pino';
import type { ReportFault } from '../../supabase/functions/payments/dependencies.ts';

export const createFaultReporter =
  (log: Logger): ReportFault =>
  ({ error, ...fault }) =>
    log.warn({ ...fault, err: error }, 'a payment met a fault');

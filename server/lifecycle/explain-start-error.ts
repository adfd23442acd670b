import { describeConnectionError, isDatabaseUnavailable } from '../../supabase-server/connections/connection-errors.ts';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';

/** PostgreSQL found no space on its disk. */
const DISK_FULL = '53100';

/** Turns the error of a database that has no space, or is lost, into one for the operator; any other error stays. */
export function explainStartError(cause: unknown, { databaseUrl, dataDir }: Config): unknown {
  const database = databaseUrl === undefined ? `DATA_DIR ${dataDir}` : 'DATABASE_URL';
  if (readErrorCode(cause) === DISK_FULL)
    return new OperatorError(`${database}: no space is left on the disk of the database`, { cause });
  if (isDatabaseUnavailable(cause)) {
    const log = databaseUrl === undefined ? '; postgres.log in it may say why' : '';
    const reason = describeConnectionError(cause);
    return new OperatorError(`${database}: the database was lost during the start (${reason})${log}`, { cause });
  }
  return cause;
}

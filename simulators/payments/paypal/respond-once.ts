import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { createBusinessError, createRequestError, PayPalError } from './paypal-error.ts';

const MAX_REQUEST_ID_LENGTH = 108;

type Request = {
  /** The path of the call: ids are remembered for each operation. */
  operation: string;
  /** PayPal-Request-Id. */
  id: string | undefined;
  body: string;
  now: Date;
  hoursKept: number;
};

type Response = { status: 200 | 201; body: string };

type Stored = { digest: string; body: string };

/**
 * Does an operation once for each PayPal-Request-Id; a repeat gets the first response with the status 200. Errors are not
 * stored. The work is one transaction, whose changes stay when it returns an error and are undone when it throws.
 * @throws PayPalError that the work returns or throws, and for an id that is too long or of another request
 */
export async function respondOnce(
  sql: Sql,
  { operation, id, body, now, hoursKept }: Request,
  work: (tx: TransactionSql) => Promise<object>,
): Promise<Response> {
  if (id !== undefined && (id === '' || id.length > MAX_REQUEST_ID_LENGTH)) {
    throw createRequestError([{ issue: 'INVALID_STRING_LENGTH', field: 'PayPal-Request-Id', location: 'header' }]);
  }
  const key = `${operation} ${id}`;
  const digest = createHash('sha256').update(body).digest('hex');
  const outcome = await sql.begin(async (tx): Promise<Response | PayPalError> => {
    if (id !== undefined) {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`payment simulator ${key}`}, 0))`;
      const [stored] = await tx<Stored[]>`
        select request_digest as digest, body from parqueo_server.simulated_responses
        where key = ${key} and expires_at > ${now}`;
      if (stored?.digest === digest) return { status: 200, body: stored.body };
      if (stored !== undefined) return createBusinessError('DUPLICATE_REQUEST_ID');
    }
    const result = await work(tx);
    if (result instanceof PayPalError) return result;
    const response = JSON.stringify(result);
    if (id !== undefined) {
      const expiresAt = new Date(now.getTime() + hoursKept * 3_600_000);
      await tx`
        insert into parqueo_server.simulated_responses (key, request_digest, body, expires_at)
        values (${key}, ${digest}, ${response}, ${expiresAt})
        on conflict (key) do update set request_digest = excluded.request_digest, body = excluded.body,
          expires_at = excluded.expires_at, stored_at = now()`;
    }
    return { status: 201, body: response };
  });
  if (outcome instanceof PayPalError) throw outcome;
  return outcome;
}

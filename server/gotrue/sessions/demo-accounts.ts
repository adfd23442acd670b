import type { Context } from 'hono';
import { isFromThisMachine } from '../../local-request.ts';

/**
 * Whether a request of this account has to be rejected: the password of demo accounts is published, so they answer this
 * machine only, and not who comes through a tunnel or a proxy.
 */
export function isRemoteDemoRequest(c: Context, userId: string, demoAccounts?: ReadonlySet<string>): boolean {
  return demoAccounts?.has(userId) === true && !isFromThisMachine(c);
}

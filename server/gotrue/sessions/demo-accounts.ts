import type { Context } from 'hono';
import { isFromThisMachine } from '../../local-request.ts';

/** The password of demo accounts is public, so they work on this machine only: not through a tunnel or a proxy. */
export function isRemoteDemoRequest(c: Context, userId: string, demoAccounts?: ReadonlySet<string>): boolean {
  return demoAccounts?.has(userId) === true && !isFromThisMachine(c);
}

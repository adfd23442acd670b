import { setTimeout as delay } from 'node:timers/promises';
import { type FaultPlan, getDelaySeconds } from './faults.ts';
import type { SimulatorContext } from './simulator-env.ts';

/** Closes the connection without a response. */
export function dropConnection(c: SimulatorContext): Response {
  c.env.incoming.socket.destroy();
  return c.body(null, 503);
}

/** Handles a request as a provider whose servers or network are out of order. */
export async function withConnectionFaults(
  c: SimulatorContext,
  plan: FaultPlan,
  stopping: AbortSignal,
  handle: () => Response | Promise<Response>,
): Promise<Response> {
  const has = (fault: FaultPlan['faults'][number]) => plan.faults.includes(fault);
  if (has('host-down') && !c.env.isContingencyHost) return dropConnection(c);
  if (has('slow')) await delay(getDelaySeconds(plan, 'slow') * 1000, undefined, { signal: stopping, ref: false });
  if (has('server-error')) return c.text('Internal Server Error', 500);
  const response = await handle();
  return has('dropped-response') ? dropConnection(c) : response;
}

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

/**
 * As withConnectionFaults for a call that only reads an order. What was slow or lost is the call that moved money, so that a
 * merchant who asks afterwards learns the outcome.
 */
export function withFaultsOfReading(
  c: SimulatorContext,
  plan: FaultPlan,
  stopping: AbortSignal,
  handle: () => Response | Promise<Response>,
): Promise<Response> {
  const faults = plan.faults.filter((fault) => fault !== 'slow' && fault !== 'dropped-response');
  return withConnectionFaults(c, { ...plan, faults }, stopping, handle);
}

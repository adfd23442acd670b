import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { FaultPlan } from './faults.ts';

export type SimulatorEnv = {
  Bindings: HttpBindings & {
    /** AZUL's second host, which is up when the first is down. */
    isContingencyHost?: boolean;
  };
  Variables: { now: Date; everyFaults: FaultPlan };
};

export type SimulatorContext = Context<SimulatorEnv>;

export type SimulatorDependencies = {
  sql: Sql;
  log: Logger;
  /** The web app: AZUL returns to its registered domain only. */
  appOrigin: string;
  /** Cancels delayed responses. */
  stopping: AbortSignal;
};

import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { dataClient } from '../../../data/connection.ts';
import { parseRow } from '../../../ui/table/parse-rows.ts';
import { type Figure, loadFigures, SERVICES } from '../overview-figures.ts';

export type Service = (typeof SERVICES)[number];

const probeSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('online'), milliseconds: z.number() }),
  z.object({ state: z.literal('trouble') }),
]);

export type ProbeResult = z.infer<typeof probeSchema>;

const setupSchema = z.enum(['live', 'test', 'simulated', 'off']);

export type Setup = z.infer<typeof setupSchema>;

const certificateSchema = z.object({ certificate: z.string(), expiry: z.iso.datetime(), isSoon: z.boolean() });

export type CertificateExpiry = z.infer<typeof certificateSchema>;

const serverSchema = z.object({
  api: probeSchema,
  database: probeSchema,
  setups: z.record(z.enum(SERVICES), setupSchema),
  certificates: z.array(certificateSchema),
});

/** `setups` is null when the server fails to say. */
type ServerStatus = Omit<z.infer<typeof serverSchema>, 'setups'> & { setups: Record<Service, Setup> | null };

export type SystemStatus = {
  /** Null where the database could not be asked, but the server told how it is. */
  services: Figure<'services'>[] | null;
  /** Null where no server tells it, as on Supabase. */
  server: ServerStatus | null;
};

/** @throws Problem `figures-not-loaded` */
async function loadServerStatus(signal: AbortSignal): Promise<ServerStatus | null> {
  const { data, error } = await dataClient().functions.invoke('system-status', { method: 'GET', signal });
  if (error === null) return parseRow(serverSchema, data, 'figures-not-loaded');
  // Without such a function, Supabase responds with 404, or its browser check fails first.
  if (!(error instanceof FunctionsHttpError) || error.context.status === 404) return null;
  return { api: { state: 'trouble' }, database: { state: 'trouble' }, setups: null, certificates: [] };
}

/** @throws Problem `figures-not-loaded` */
export async function loadSystemStatus(signal: AbortSignal): Promise<SystemStatus> {
  const [services, server] = await Promise.allSettled([
    loadFigures('services', null, signal),
    loadServerStatus(signal),
  ]);
  if (server.status === 'rejected') throw server.reason;
  if (services.status === 'fulfilled') return { services: services.value, server: server.value };
  if (server.value === null) throw services.reason;
  return { services: null, server: server.value };
}

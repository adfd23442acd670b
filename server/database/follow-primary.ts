import type { Socket } from 'node:net';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { createConnectionConfig, splitHosts } from '../../supabase-server/connections/address.ts';
import { describeConnectionError } from '../../supabase-server/connections/connection-errors.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import type { Primary } from '../../supabase-server/host.ts';
import { OperatorError } from '../config/operator-error.ts';

const RESPONSE_TIMEOUT_MS = 2000;
/** Longer than the time limit above and the time between two checks. */
const SILENCE_LIMIT_MS = 3000;

/** What a host said of itself last. */
type HostState = {
  /** Increases with each promotion; null for a standby. */
  timeline: number | null;
};

/** One of several hosts of a database. */
type Host = {
  readonly host: string;
  readonly port: number;
  /** Null when the host did not respond. */
  state: HostState | null;
  /** The failure when the host did not respond. */
  error: unknown;
  /** Asks it again, within a few seconds. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the one connection on which a host is checked. */
export function openHost(address: string): Host {
  const sql = openOwnerPool(address, null, {
    max: 1,
    // Different from the server's name, by which a restore finds running servers.
    name: 'parqueo hosts',
    settings: { statement_timeout: RESPONSE_TIMEOUT_MS },
    connectTimeoutMs: RESPONSE_TIMEOUT_MS,
    silenceLimitMs: SILENCE_LIMIT_MS,
  });
  const { host = 'localhost', port = 5432 } = createConnectionConfig(address);
  return {
    host,
    port,
    state: null,
    error: null,
    async check() {
      try {
        const [row] = await sql<HostState[]>`
          select case when not pg_is_in_recovery()
            then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;
        this.state = { timeline: row?.timeline ?? null };
      } catch (error) {
        this.state = null;
        this.error = error;
      }
    },
    close: () => sql.end(0),
  };
}

const EVERY_SECOND = '* * * * * *';

const describeHost = ({ state, error }: Host, index: number) =>
  `host ${index + 1}: ${state === null ? describeConnectionError(error) : 'a standby'}`;

const closeAll = (hosts: readonly Host[]) => Promise.all(hosts.map((host) => host.close()));

async function openHosts(addresses: readonly string[]) {
  const hosts = addresses.map(openHost);
  await Promise.all(hosts.map((host) => host.check()));
  const chosen = choosePrimary(hosts);
  if (chosen !== undefined) return { hosts, chosen };
  await closeAll(hosts);
  throw new OperatorError(`DATABASE_URL: no host takes writes (${hosts.map(describeHost).join('; ')})`);
}

/**
 * Looks once for the host that takes writes. A single host is taken without a question.
 * @returns its address
 */
export async function findPrimary(address: string): Promise<string> {
  const addresses = splitHosts(address);
  if (addresses.length === 1) return address;
  const { hosts, chosen } = await openHosts(addresses);
  await closeAll(hosts);
  return addresses[hosts.indexOf(chosen.host)] ?? address;
}

/**
 * Checks several hosts every second. When another one becomes the primary the connections to the last one are closed,
 * since on a lost machine they would wait in vain.
 */
export async function followPrimary(addresses: readonly string[], log: Logger): Promise<Primary> {
  const opened = await openHosts(addresses);
  const { hosts } = opened;
  let { chosen } = opened;
  const sockets = new Set<Socket>();
  const update = () => {
    const next = choosePrimary(hosts, chosen);
    if (next === undefined || next === chosen) return;
    const isAnother = next.host !== chosen.host;
    chosen = next;
    if (!isAnother) return;
    log.warn({ host: hosts.indexOf(next.host) + 1 }, 'another host of the database takes the writes now');
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const crons = hosts.map(
    (host) =>
      new Cron(EVERY_SECOND, { protect: true, unref: true }, async () => {
        await host.check();
        update();
      }),
  );
  return {
    get address() {
      return chosen.host;
    },
    track(socket) {
      for (const one of sockets) if (one.destroyed) sockets.delete(one);
      sockets.add(socket);
    },
    async close() {
      for (const cron of crons) cron.stop();
      await closeAll(hosts);
    },
  };
}

/**
 * Chooses the host that takes writes: the one that was promoted last, since one that was lost may come back and still
 * take writes. A host that does not respond stays chosen until another one is promoted.
 * @param current with the timeline on which it was chosen
 */
export function choosePrimary<One extends Pick<Host, 'state'>>(
  hosts: readonly One[],
  current?: { host: One; timeline: number },
): { host: One; timeline: number } | undefined {
  let chosen = current;
  for (const host of hosts) {
    const timeline = host.state?.timeline ?? 0;
    if (timeline > (chosen?.timeline ?? 0)) chosen = { host, timeline };
  }
  return chosen;
}

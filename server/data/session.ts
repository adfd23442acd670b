import type { Connection, PoolClient, Submittable } from 'pg';
import { DataError } from './data-error.ts';

/** A statement to send; what has a `key` stays prepared under it on its connection. */
export type Step = { text: string; values: readonly string[]; key: string | null };

/** A row as the database writes it. */
export type Row = readonly (string | null)[];

/** Statements a connection keeps prepared; requests of ever new shapes must not fill the database's memory. */
const MAX_PREPARED = 100;

/** A statement that was forgotten behind our back, by a proxy for instance. */
const UNKNOWN_STATEMENT = '26000';

const SESSIONS = new WeakMap<PoolClient, Session>();

const lost = () => new DataError(503, 'PGRST001', 'Database client error. Retrying the connection.');

type Group = { rows: (Row | undefined)[]; error: Error | null; resolve: () => void; reject: (error: Error) => void };

/**
 * A connection that sends several statements with one end. PostgreSQL runs what stands before an end as one transaction,
 * unless it is told otherwise, so a caller's settings and statement need no words around them and one trip.
 */
export class Session {
  readonly #client: PoolClient;
  /** Names of prepared statements by their keys, the one used longest ago first. */
  readonly #prepared = new Map<string, string>();
  #parsing: [key: string, name: string][] = [];
  #names = 0;
  #group: Group | null = null;
  #status = 'I';
  #isBroken = false;

  private constructor(client: PoolClient) {
    this.#client = client;
    const { connection } = client;
    connection.on('parseComplete', () => {
      const parsed = this.#parsing.shift();
      if (parsed && parsed[0] !== '') this.#prepared.set(...parsed);
    });
    connection.on('readyForQuery', ({ status }: { status: string }) => {
      this.#status = status;
      this.#finish();
    });
    connection.on('end', () => {
      this.#isBroken = true;
      const group = this.#group;
      if (group) group.error ??= lost();
      this.#finish();
    });
  }

  /** The session of a connection; there is one, which knows what the connection has prepared. */
  static of(client: PoolClient): Session {
    const session = SESSIONS.get(client) ?? new Session(client);
    SESSIONS.set(client, session);
    return session;
  }

  /** Whether the last statement left a transaction open. */
  get isInTransaction(): boolean {
    return !this.#isBroken && this.#status !== 'I';
  }

  /** Whether somebody else may have this connection. */
  get isFree(): boolean {
    return !this.#isBroken && this.#status === 'I' && this.#group === null;
  }

  /**
   * Runs the steps as one, with the last row of each. Nothing of a group that fails is kept, but for what was begun before.
   * @throws the database's error, and DataError PGRST001 when the connection is lost
   */
  async run(steps: readonly Step[]): Promise<(Row | undefined)[]> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const group: Group = { rows: [], error: null, resolve, reject };
    this.#group = group;
    this.#client.query(this.#submittable(group, steps));
    await promise;
    return group.rows;
  }

  #submittable(group: Group, steps: readonly Step[]): Submittable {
    let done = 0;
    return {
      submit: (connection) => {
        // Held together, the messages leave in one write.
        connection.stream.cork();
        for (const step of steps) this.#send(connection, step);
        connection.sync();
        connection.stream.uncork();
        return null;
      },
      handleRowDescription: () => undefined,
      handleDataRow: ({ fields }) => {
        group.rows[done] = fields;
      },
      handleCommandComplete: () => {
        done += 1;
      },
      handleReadyForQuery: () => undefined,
      handleError: (error) => {
        const isOfDatabase = 'severity' in error;
        if (!isOfDatabase || ('code' in error && error.code === UNKNOWN_STATEMENT)) this.#isBroken = true;
        group.error ??= isOfDatabase ? error : lost();
        if (!isOfDatabase) this.#finish();
      },
    };
  }

  #send(connection: Connection, { text, values, key }: Step): void {
    connection.bind({ statement: this.#prepare(connection, text, key), values });
    connection.execute({ rows: 0 });
  }

  #prepare(connection: Connection, text: string, key: string | null): string {
    const known = key === null ? undefined : this.#prepared.get(key);
    if (key !== null && known !== undefined) {
      this.#prepared.delete(key);
      this.#prepared.set(key, known);
      return known;
    }
    const [oldest] = this.#prepared;
    if (key !== null && oldest && this.#prepared.size >= MAX_PREPARED) {
      this.#prepared.delete(oldest[0]);
      connection.close({ type: 'S', name: oldest[1] });
    }
    this.#names += 1;
    const name = key === null ? '' : `s${this.#names}`;
    this.#parsing.push([key ?? '', name]);
    connection.parse({ name, text, types: [] });
    return name;
  }

  #finish(): void {
    const group = this.#group;
    this.#group = null;
    this.#parsing = [];
    if (group?.error) group.reject(group.error);
    else group?.resolve();
  }
}

import { randomBytes } from 'node:crypto';
import type { Connection, PoolClient } from 'pg';
import { ConnectionLostError } from './connection-errors.ts';

/** A statement to send. With a key it stays prepared on its connection, and is found there by the key. */
export type Command = { text: string; values: readonly string[]; key: string | null };

export type Row = readonly (string | null)[];

export type LastRows = readonly (Row | undefined)[];

/** Prepared statements of a connection: requests of ever new shapes must not fill the database's memory. */
const MAX_PREPARED = 100;
const NAME_BYTES = 12;

/** SQLSTATE of a prepared statement that is gone, for example since a pooler gave the connection to somebody else. */
const UNKNOWN_STATEMENT = '26000';

const SESSIONS = new WeakMap<PoolClient, Session>();

type Run = {
  readonly rows: (Row | undefined)[];
  error: Error | null;
  readonly resolve: (rows: LastRows) => void;
  readonly reject: (error: Error) => void;
};

/**
 * Sends several commands in one trip to the database. PostgreSQL runs all commands before a sync message as one
 * transaction, so that a caller's settings and statement need no `begin` and `commit` around them.
 */
export class Session {
  readonly #client: PoolClient;
  /** Names of prepared statements by their keys, the least recently used first. */
  readonly #prepared = new Map<string, string>();
  #parsing: [key: string, name: string][] = [];
  /** Names are unique to a connection, so that a pooler which mixes up connections meets an unknown name. */
  readonly #namePrefix = randomBytes(NAME_BYTES).toString('hex');
  #nameCount = 0;
  #running: Run | null = null;
  #transactionStatus = 'I';
  #isBroken = false;

  private constructor(client: PoolClient) {
    this.#client = client;
    const { connection } = client;
    connection.on('parseComplete', () => {
      const parsed = this.#parsing.shift();
      if (parsed && parsed[0] !== '') this.#prepared.set(...parsed);
    });
    connection.on('readyForQuery', ({ status }: { status: string }) => {
      this.#transactionStatus = status;
      this.#finish();
    });
    connection.on('end', () => this.#breakOff());
  }

  /** The session of a connection, which remembers what is prepared on it. */
  static of(client: PoolClient): Session {
    const session = SESSIONS.get(client) ?? new Session(client);
    SESSIONS.set(client, session);
    return session;
  }

  get isReusable(): boolean {
    return !this.#isBroken && this.#transactionStatus === 'I' && this.#running === null;
  }

  /**
   * Runs commands in one trip and, unless one of them begins a transaction, in a transaction of their own.
   * @throws the database's error, and ConnectionLostError
   */
  run(commands: readonly Command[]): Promise<LastRows> {
    if (this.#running !== null) throw new Error('A session runs one trip at a time');
    const { promise, resolve, reject } = Promise.withResolvers<LastRows>();
    const run: Run = { rows: [], error: null, resolve, reject };
    this.#running = run;
    let completed = 0;
    this.#client.query({
      submit: (connection: Connection) => {
        // Corked, the messages leave in one write.
        connection.stream.cork();
        for (const command of commands) this.#send(connection, command);
        connection.sync();
        connection.stream.uncork();
        return null;
      },
      handleRowDescription: () => undefined,
      handleDataRow: ({ fields }: { fields: Row }) => {
        run.rows[completed] = fields;
      },
      handleCommandComplete: () => {
        completed += 1;
      },
      handleReadyForQuery: () => undefined,
      handleError: (error: Error) => {
        const isFromDatabase = 'severity' in error && 'code' in error;
        if (!isFromDatabase) return this.#breakOff();
        run.error ??= error;
        if (error.code === UNKNOWN_STATEMENT) this.#isBroken = true;
      },
    });
    return promise;
  }

  #send(connection: Connection, { text, values, key }: Command): void {
    connection.bind({ statement: this.#prepare(connection, text, key), values: [...values] }, true);
    connection.execute({}, true);
  }

  #prepare(connection: Connection, text: string, key: string | null): string {
    const prepared = key === null ? undefined : this.#prepared.get(key);
    if (key !== null && prepared !== undefined) {
      this.#prepared.delete(key);
      this.#prepared.set(key, prepared);
      return prepared;
    }
    const [oldest] = this.#prepared;
    if (key !== null && oldest && this.#prepared.size >= MAX_PREPARED) {
      this.#prepared.delete(oldest[0]);
      connection.close({ type: 'S', name: oldest[1] }, true);
    }
    this.#nameCount += 1;
    const name = key === null ? '' : `${this.#namePrefix}_${this.#nameCount}`;
    this.#parsing.push([key ?? '', name]);
    connection.parse({ name, text, types: [] }, true);
    return name;
  }

  #finish(): void {
    const run = this.#running;
    this.#running = null;
    this.#parsing = [];
    if (run?.error) run.reject(run.error);
    else run?.resolve(run.rows);
  }

  #breakOff(): void {
    this.#isBroken = true;
    const run = this.#running;
    this.#running = null;
    run?.reject(run.error ?? new ConnectionLostError());
  }
}

import { randomBytes } from 'node:crypto';
import type { Connection, PoolClient, Submittable } from 'pg';
import { DataError } from '../data-error.ts';

/** A statement to send; what has a `key` stays prepared under it on its connection. */
export type Step = { text: string; values: readonly string[]; key: string | null };

/** A row as the database writes it. */
export type Row = readonly (string | null)[];

/** The last row of each step. */
export type LastRows = readonly (Row | undefined)[];

/** Statements a connection keeps prepared; requests of ever new shapes must not fill the database's memory. */
const MAX_PREPARED = 100;
const NAME_BYTES = 12;

/** A statement that was forgotten behind our back, by a proxy for instance. */
const UNKNOWN_STATEMENT = '26000';

/** A statement was stopped, by its time limit mostly. */
const TOOK_TOO_LONG = '57014';

const SESSIONS = new WeakMap<PoolClient, Session>();

const lost = () => new DataError(503, 'PGRST001', 'Database client error. Retrying the connection.');

/** Steps that are one transaction, with what came of them so far. */
type Group = {
  readonly steps: readonly Step[];
  readonly rows: (Row | undefined)[];
  error: Error | null;
  readonly resolve: (rows: LastRows) => void;
  readonly reject: (error: Error) => void;
};

/**
 * A connection that sends several statements with one end. PostgreSQL runs what stands before an end as one transaction,
 * unless it is told otherwise, so a caller's settings and statement need no words around them and one trip.
 */
export class Session {
  readonly #client: PoolClient;
  /** Names of prepared statements by their keys, the one used longest ago first. */
  readonly #prepared = new Map<string, string>();
  #parsing: [key: string, name: string][] = [];
  /** What the names of this connection's statements begin with: a pooler that mixes connections up meets an unknown name. */
  readonly #prefix = randomBytes(NAME_BYTES).toString('hex');
  #names = 0;
  /** Groups that were sent, in the order in which the database answers them. */
  #sent: Group[] = [];
  #unsent: Group[] = [];
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
    connection.on('end', () => this.#lose());
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
    return !this.#isBroken && this.#status === 'I' && this.#sent.length === 0;
  }

  /**
   * Runs the steps as one, with the last row of each. Nothing of a group that fails is kept, but for what was begun before.
   * @throws the database's error, and DataError PGRST001 when the connection is lost
   */
  run(steps: readonly Step[]): Promise<LastRows> {
    const rows = this.#add(steps);
    this.#sendNext();
    return rows;
  }

  /**
   * Runs groups one after the other, each as `run` does and whatever comes of those before it. They are sent together, which
   * costs both sides a part of as many trips.
   */
  runEach(groups: readonly (readonly Step[])[]): Promise<LastRows>[] {
    const all = groups.map((steps) => this.#add(steps));
    this.#sendNext();
    return all;
  }

  #add(steps: readonly Step[]): Promise<LastRows> {
    const { promise, resolve, reject } = Promise.withResolvers<LastRows>();
    this.#unsent.push({ steps, rows: [], error: null, resolve, reject });
    return promise;
  }

  #isPrepared({ steps }: Group): boolean {
    return steps.every(({ key }) => key !== null && this.#prepared.has(key));
  }

  #sendNext(): void {
    const [first] = this.#unsent;
    if (first === undefined || this.#sent.length > 0) return;
    // What is not prepared yet goes alone: if that fails, those behind it would name a statement that is not there.
    const count = this.#unsent.every((group) => this.#isPrepared(group)) ? this.#unsent.length : 1;
    this.#sent = this.#unsent.splice(0, count);
    this.#expect(first, (connection) => {
      // Held together, the messages leave in one write.
      connection.stream.cork();
      for (const { steps } of this.#sent) {
        for (const step of steps) this.#send(connection, step);
        connection.sync();
      }
      connection.stream.uncork();
    });
  }

  /** Makes a group the one that the connection's answers are for. */
  #expect(group: Group, submit: (connection: Connection) => void = () => undefined): void {
    let done = 0;
    const submittable: Submittable = {
      submit: (connection) => {
        submit(connection);
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
        if (!('severity' in error && 'code' in error)) return this.#lose();
        group.error ??= error;
        if (error.code === UNKNOWN_STATEMENT) this.#isBroken = true;
        // Those behind it have waited as long, and may try again elsewhere.
        if (error.code === TOOK_TOO_LONG && this.#sent.length > 1) this.#client.connection.stream.destroy();
      },
    };
    this.#client.query(submittable);
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
    const name = key === null ? '' : `${this.#prefix}_${this.#names}`;
    this.#parsing.push([key ?? '', name]);
    connection.parse({ name, text, types: [] });
    return name;
  }

  #finish(): void {
    const group = this.#sent.shift();
    this.#parsing = [];
    const [next] = this.#sent;
    if (next) this.#expect(next);
    else this.#sendNext();
    if (group?.error) group.reject(group.error);
    else group?.resolve(group.rows);
  }

  #lose(): void {
    this.#isBroken = true;
    const groups = [...this.#sent, ...this.#unsent];
    this.#sent = [];
    this.#unsent = [];
    for (const { error, reject } of groups) reject(error ?? lost());
  }
}

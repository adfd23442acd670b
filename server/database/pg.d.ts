/**
 * The part of `pg` that the data API uses: the package brings no types. `Submittable` is its way to send messages of one's
 * own, which cursors and copies are made with.
 */
declare module 'pg' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export type ConnectionConfig = {
    host?: string;
    port?: number;
    user?: string;
    password?: string | (() => string | Promise<string>);
    database?: string;
    ssl?: boolean | object;
    application_name?: string;
    /** Settings of the session, as PostgreSQL's command line takes them. */
    options?: string;
  };
  export type PoolConfig = ConnectionConfig & {
    /** Makes the socket of a new connection, which the pool connects. */
    stream?: () => Duplex;
    max?: number;
    idleTimeoutMillis?: number;
    connectionTimeoutMillis?: number;
  };

  /** One connection's protocol; it tells of each message by its name. */
  export interface Connection extends EventEmitter {
    readonly stream: Duplex;
    parse: (message: { name: string; text: string; types: number[] }) => void;
    bind: (message: { statement: string; values: readonly string[] }) => void;
    execute: (message: { rows: number }) => void;
    close: (message: { type: 'S'; name: string }) => void;
    sync: () => void;
  }

  export interface Submittable {
    submit: (connection: Connection) => Error | null;
    handleRowDescription: () => void;
    handleDataRow: (message: { fields: (string | null)[] }) => void;
    handleCommandComplete: () => void;
    handleReadyForQuery: () => void;
    handleError: (error: Error) => void;
  }

  export interface PoolClient extends EventEmitter {
    readonly connection: Connection;
    query: (submittable: Submittable) => void;
    /** Gives the connection back, or ends it when there is a reason to. */
    release: (isBroken?: boolean) => void;
  }

  class Pool extends EventEmitter {
    constructor(config: PoolConfig);
    /** What it was made with; the pool fills in the most connections. */
    readonly options: PoolConfig & { max: number };
    /** Connections that are open, those of them nobody uses, and how many wait for one. */
    readonly totalCount: number;
    readonly idleCount: number;
    readonly waitingCount: number;
    connect(): Promise<PoolClient>;
    end(): Promise<void>;
  }

  const pg: { Pool: typeof Pool };
  export default pg;
  export type { Pool };
}

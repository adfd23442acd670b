/**
 * The types of `pg` that the data API uses, since the package has none. A `Submittable` sends protocol messages of its own,
 * as cursors do.
 */
declare module 'pg' {
  import type { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export type ConnectionConfig = {
    host?: string;
    port?: number;
    user?: string;
    password?: string | (() => string | Promise<string>) | undefined;
    database?: string;
    ssl?: boolean | object;
    application_name?: string;
    /** Settings of the session, as PostgreSQL's command line takes them. */
    options?: string;
  };
  export type PoolConfig = ConnectionConfig & {
    /** Makes the socket of a new connection, which the pool connects. */
    stream?: () => Duplex;
    Client?: typeof Client;
    /** Rejects a new connection by throwing. */
    onConnect?: (client: PoolClient) => Promise<void>;
    max?: number;
    idleTimeoutMillis?: number;
    connectionTimeoutMillis?: number;
  };

  /** The protocol of a connection: emits an event for each message. */
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
    /** Returns the connection to the pool, or closes it. */
    release: (isBroken?: boolean) => void;
  }

  class Client {
    constructor(config: ConnectionConfig);
  }

  class Pool extends EventEmitter {
    constructor(config: PoolConfig);
    readonly options: PoolConfig & { max: number };
    /** Open connections, unused ones of them, and requests that wait for one. */
    readonly totalCount: number;
    readonly idleCount: number;
    readonly waitingCount: number;
    connect(): Promise<PoolClient>;
    end(): Promise<void>;
  }

  const pg: { Client: typeof Client; Pool: typeof Pool };
  export default pg;
  export type { Pool };
}

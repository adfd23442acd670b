import type { Sql } from 'postgres';

/** A movement of a lock's arm between two positions (1 down, 2 up, 0 unknown), in milliseconds since 1970. */
export type Move = { from: 0 | 1 | 2; since: number; to: 1 | 2; endsAt: number };

export type MoveStore = {
  load: () => Promise<ReadonlyMap<string, Move>>;
  save: (did: string, move: Move) => Promise<void>;
};

export function createMemoryMoveStore(): MoveStore {
  const moves = new Map<string, Move>();
  return {
    load: () => Promise.resolve(moves),
    async save(did, move) {
      moves.set(did, move);
    },
  };
}

type MoveRow = { did: string } & Move;

/** Stores moves in the database, for all servers on it. */
export function createDatabaseMoveStore(sql: Sql): MoveStore {
  return {
    async load() {
      const rows = await sql<MoveRow[]>`
        select did, came_from as from, goes_to as to,
          (extract(epoch from since) * 1000)::float8 as since, (extract(epoch from arrives_at) * 1000)::float8 as "endsAt"
        from parqueo_server.simulated_locks`;
      return new Map(rows.map(({ did, ...move }) => [did, move]));
    },
    async save(did, { from, since, to, endsAt }) {
      await sql`
        insert into parqueo_server.simulated_locks (did, came_from, since, goes_to, arrives_at)
        values (${did}, ${from}, ${new Date(since)}, ${to}, ${new Date(endsAt)})
        on conflict (did) do update set came_from = excluded.came_from, since = excluded.since,
          goes_to = excluded.goes_to, arrives_at = excluded.arrives_at`;
    },
  };
}

import type { Sql } from 'postgres';

/** A way of a lock's arm: where it was, since when (milliseconds since 1970), where it goes and when it is there. */
export type Move = { from: 0 | 1 | 2; since: number; to: 1 | 2; endsAt: number };

/** Where the last move of each lock is remembered. */
export type MoveStore = {
  moves: () => Promise<ReadonlyMap<string, Move>>;
  keep: (did: string, move: Move) => Promise<void>;
};

/** Remembers until the process ends. */
export function createMemoryMoveStore(): MoveStore {
  const moves = new Map<string, Move>();
  return {
    moves: () => Promise.resolve(moves),
    async keep(did, move) {
      moves.set(did, move);
    },
  };
}

type MoveRow = { did: string } & Move;

/** Remembers in the database, for every server on it. */
export function createDatabaseMoveStore(sql: Sql): MoveStore {
  return {
    async moves() {
      const rows = await sql<MoveRow[]>`
        select did, came_from as from, goes_to as to,
          (extract(epoch from since) * 1000)::float8 as since, (extract(epoch from arrives_at) * 1000)::float8 as "endsAt"
        from parqueo_server.simulated_locks`;
      return new Map(rows.map(({ did, ...move }) => [did, move]));
    },
    async keep(did, { from, since, to, endsAt }) {
      await sql`
        insert into parqueo_server.simulated_locks (did, came_from, since, goes_to, arrives_at)
        values (${did}, ${from}, ${new Date(since)}, ${to}, ${new Date(endsAt)})
        on conflict (did) do update set came_from = excluded.came_from, since = excluded.since,
          goes_to = excluded.goes_to, arrives_at = excluded.arrives_at`;
    },
  };
}

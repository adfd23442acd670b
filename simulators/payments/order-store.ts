import type { JSONValue, Sql, TransactionSql } from 'postgres';
import type * as z from 'zod';
import type { Provider } from '../../domain/money/charge-method.ts';

export type OrderKeys = {
  id: string;
  number: string;
  /** AzulOrderId or PayPal's capture id. */
  reference: string | null;
  refundReferences: string[];
  processedAt: Date | null;
  /** When it was paid, given back or disputed for the last time. */
  changedAt: Date | null;
};

export type StoredOrder<T> = OrderKeys & { content: T };

type FindBy = { id: string } | { number: string } | { reference: string } | { refund: string };

/** No other text is an id or a number of an order; PostgreSQL fails on some. */
export const isOrderKey = (text: string): boolean => /^[A-Za-z0-9]{1,64}$/.test(text);

/**
 * Stores the orders of one provider. A change holds the order's row, so that two calls for one order run one after the other.
 * @param content what an order of this provider consists of
 */
export function createOrderStore<T extends object>(sql: Sql, provider: Provider, content: z.ZodType<T>) {
  type Row = OrderKeys & { content: unknown };
  const parse = ({ content: stored, ...keys }: Row): StoredOrder<T> => ({ ...keys, content: content.parse(stored) });

  function toCondition(by: FindBy) {
    if (!Object.values(by).every(isOrderKey)) return sql`false`;
    if ('id' in by) return sql`id = ${by.id}`;
    if ('number' in by) return sql`number = ${by.number}`;
    if ('reference' in by) return sql`reference = ${by.reference}`;
    return sql`refund_references @> ${[by.refund]}::text[]`;
  }

  const select = (tx: Sql | TransactionSql, by: FindBy, lock = sql``) => tx<Row[]>`
    select id, number, reference, refund_references as "refundReferences", content, processed_at as "processedAt",
      changed_at as "changedAt"
    from parqueo_server.simulated_orders where provider = ${provider} and ${toCondition(by)}
    order by stored_at desc limit 100 ${lock}`;

  return {
    async insert(tx: Sql | TransactionSql, { id, number }: Pick<OrderKeys, 'id' | 'number'>, order: T): Promise<void> {
      await tx`
        insert into parqueo_server.simulated_orders (id, provider, number, content)
        values (${id}, ${provider}, ${number}, ${tx.json(order as JSONValue)})`;
    },
    /** The last one where several have the same number. */
    async find(by: FindBy): Promise<StoredOrder<T> | undefined> {
      const [row] = await select(sql, by);
      return row && parse(row);
    },
    async list(by: FindBy): Promise<StoredOrder<T>[]> {
      return (await select(sql, by)).map(parse);
    },
    /** Those whose money has moved since. */
    async listChanged({ from, limit }: { from: Date; limit: number }): Promise<StoredOrder<T>[]> {
      const rows = await sql<Row[]>`
        select id, number, reference, refund_references as "refundReferences", content, processed_at as "processedAt",
      changed_at as "changedAt"
        from parqueo_server.simulated_orders
        where provider = ${provider} and changed_at >= ${from}
        order by changed_at limit ${limit}`;
      return rows.map(parse);
    },
    /** Locks the order for the rest of the transaction. */
    async lock(tx: TransactionSql, by: FindBy): Promise<StoredOrder<T> | undefined> {
      const [row] = await select(tx, by, sql`for update`);
      return row && parse(row);
    },
    async save(tx: TransactionSql, order: StoredOrder<T>): Promise<void> {
      await tx`
        update parqueo_server.simulated_orders set reference = ${order.reference},
          refund_references = ${order.refundReferences}, content = ${tx.json(order.content as JSONValue)},
          processed_at = ${order.processedAt}, changed_at = ${order.changedAt}
        where id = ${order.id}`;
    },
  };
}

export type OrderStore<T extends object> = ReturnType<typeof createOrderStore<T>>;

const TABLES = ['simulated_orders', 'simulated_cards', 'simulated_responses', 'simulated_webhooks'] as const;
/** Longer than the six months in which AZUL refunds. */
const DAYS_KEPT = 200;
const MAX_ROWS = 100_000;

/** Removes what is older than 200 days, and all but the newest 100,000 rows of each kind. */
export async function removeOldRows(sql: Sql): Promise<void> {
  for (const name of TABLES) {
    const table = sql(`parqueo_server.${name}`);
    await sql`
      delete from ${table} where stored_at < greatest(
        now() - make_interval(days => ${DAYS_KEPT}),
        (select stored_at from ${table} order by stored_at desc offset ${MAX_ROWS} limit 1)
      )`;
  }
}

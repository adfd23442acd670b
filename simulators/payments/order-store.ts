import type { Language } from '../../domain/language/languages.ts';
import type { Provider } from '../../domain/money/payment.ts';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { Fault } from './faults.ts';

export type OrderContent = { locale: Language; faults: Fault[] };

export type StoredOrder<T> = {
  id: string;
  number: string;
  /** AzulOrderId or PayPal's capture id. */
  reference: string | null;
  processedAt: Date | null;
  /** When it was paid, given back or disputed for the last time. */
  changedAt: Date | null;
  content: T;
};

type Key = 'id' | 'number' | 'reference' | 'refund';

/** No other text is an id or a number of an order; PostgreSQL fails on some. */
const isOrderKey = (text: string): boolean => /^[A-Za-z0-9]{1,64}$/.test(text);

/**
 * Stores the orders of one provider. A change holds the order's row, so that two calls for one order run one after the other.
 */
export function createOrderStore<T extends OrderContent>(sql: Sql, provider: Provider) {
  const columns = sql`id, number, reference, content, processed_at as "processedAt", changed_at as "changedAt"`;

  async function select(tx: Sql | TransactionSql, key: Key, value: string, lock = sql``) {
    if (!isOrderKey(value)) return undefined;
    const condition =
      key === 'refund' ? sql`content @> ${sql.json({ refunds: [{ id: value }] })}` : sql`${sql(key)} = ${value}`;
    const [row] = await tx<StoredOrder<T>[]>`
      select ${columns} from parqueo_server.simulated_orders where provider = ${provider} and ${condition}
      order by stored_at desc limit 1 ${lock}`;
    return row;
  }

  return {
    async insert(tx: Sql | TransactionSql, { id, number, content }: Pick<StoredOrder<T>, 'id' | 'number' | 'content'>) {
      await tx`
        insert into parqueo_server.simulated_orders (id, provider, number, content)
        values (${id}, ${provider}, ${number}, ${tx.json(content)})`;
    },
    /** Finds an order; the last one where several have the same number. */
    find: (key: Key, value: string) => select(sql, key, value),
    /** Finds an order, and locks it for the rest of the transaction. */
    lock: (tx: TransactionSql, key: Key, value: string) => select(tx, key, value, sql`for update`),
    /** The orders whose money has moved since, the oldest change first. */
    listChanged: (from: Date): Promise<StoredOrder<T>[]> => sql<StoredOrder<T>[]>`
      select ${columns} from parqueo_server.simulated_orders
      where provider = ${provider} and changed_at >= ${from} order by changed_at limit 10000`,
    async save(tx: TransactionSql, order: StoredOrder<T>): Promise<void> {
      await tx`
        update parqueo_server.simulated_orders set reference = ${order.reference},
          content = ${tx.json(order.content)}, processed_at = ${order.processedAt},
          changed_at = ${order.changedAt}
        where id = ${order.id}`;
    },
  };
}

export type OrderStore<T extends OrderContent> = ReturnType<typeof createOrderStore<T>>;

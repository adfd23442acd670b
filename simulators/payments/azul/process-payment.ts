import { randomInt, randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import type { Fault } from '../faults.ts';
import { APPROVED, type AzulOrder, type AzulTransaction } from './azul-order.ts';
import { formatAzulTime } from './dominican-time.ts';
import { findTestCard } from './test-cards.ts';

const DECLINED = '05';

function findType({ plan: { faults } }: AzulOrder): AzulTransaction['type'] {
  if (faults.includes('approve-hold')) return 'Hold';
  return faults.includes('approve-void') ? 'Void' : 'Sale';
}

const DECLINES: Partial<Record<Fault, string>> = {
  'decline-05': DECLINED,
  'decline-51': '51',
  'decline-54': '54',
  'decline-91': '91',
  'return-declined-to-approved': '51',
};

function judge(order: AzulOrder, card: string): string {
  for (const fault of order.plan.faults) {
    const code = DECLINES[fault];
    if (code !== undefined) return code;
  }
  const { mostCents = Number.POSITIVE_INFINITY } = findTestCard(card) ?? {};
  return Number(order.amount) > mostCents ? DECLINED : APPROVED;
}

export async function createAzulOrderId(tx: TransactionSql): Promise<string> {
  const [row] = await tx<{ id: string }[]>`select nextval('parqueo_server.simulated_azul_order_ids')::text as id`;
  if (row === undefined) throw new Error('The sequence of AzulOrderId gave no number');
  return row.id;
}

async function saveCard(tx: TransactionSql, card: string): Promise<string> {
  const token = randomUUID().toUpperCase();
  await tx`insert into parqueo_server.simulated_cards (token, card) values (${token}, ${card})`;
  return token;
}

export async function findSavedCard(sql: Sql, token: string) {
  const [row] = await sql<{ token: string; card: string }[]>`
    select token, card from parqueo_server.simulated_cards where token = ${token}`;
  return row;
}

/** Approves or declines, by the card and the faults of the order. */
export async function processPayment(
  tx: TransactionSql,
  order: AzulOrder,
  { card, now }: { card: string; now: Date },
): Promise<AzulTransaction> {
  const isoCode = judge(order, card);
  const isApproved = isoCode === APPROVED;
  const azulOrderId = await createAzulOrderId(tx);
  const dateTime = formatAzulTime(now);
  const isNewCard = isApproved && order.savesCard && order.savedCard === null;
  return {
    type: findType(order),
    isoCode,
    azulOrderId,
    authorizationCode: isApproved ? `OK${randomInt(1000, 10_000)}` : '',
    dateTime,
    rrn: dateTime + azulOrderId,
    card,
    dataVaultToken: isNewCard ? await saveCard(tx, card) : isApproved ? (order.savedCard?.token ?? '') : '',
  };
}

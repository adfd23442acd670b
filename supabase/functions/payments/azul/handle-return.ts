import { createHash } from 'node:crypto';
import { toStorable } from '../../lock-proxy/to-storable.ts';
import { isSettled, type Payment } from '../payment.ts';
import type { PaymentStore } from '../payment-store.ts';
import { findDeclineReason } from './decline-reason.ts';
import { type AzulReturn, readReturn, type SavedCard } from './payment-return.ts';

type Signed = Extract<AzulReturn, { kind: 'signed' }>;

/** What a return is kept as. A token would let others pay at AZUL's page with the driver's card and its code. */
function toLogged(query: URLSearchParams): string {
  const logged = new URLSearchParams(query);
  if (logged.get('DataVaultToken')) logged.set('DataVaultToken', '[hidden]');
  return toStorable(logged.toString());
}

/** An approval that nobody can ask AZUL about. The signature covers the amount, and not that it was a sale. */
async function recordApproval(payment: Payment, { amount, reference, card }: Signed, store: PaymentStore) {
  const { id, currency } = payment;
  if (amount === null) {
    const { providerOrder } = payment;
    const detail = 'AZUL signed a return whose amount is none';
    await store.recordDifference({ provider: 'azul', kind: 'amount', payment: id, providerOrder, detail });
  } else {
    await store.capture({ payment: id, amount, currency, reference, cause: 'return', card });
  }
}

/**
 * Records what AZUL sent a browser back with. The address that it came to proves nothing, and neither does a field that
 * AZUL does not sign.
 * @param payment the payment that the address names; the signed order number counts
 * @param options `canAsk` where AZUL's webservice says whether an approval was a sale
 * @returns the id of the payment to show, and the payment that AZUL has to be asked about
 */
export async function handleAzulReturn(
  payment: Payment,
  query: URLSearchParams,
  { store, authKey, canAsk }: { store: PaymentStore; authKey: string; canAsk: boolean },
): Promise<{ show: string; ask?: Payment; card?: SavedCard | null }> {
  const result = readReturn(query, authKey);
  if (result.kind === 'empty') return { show: payment.id };
  const body = toLogged(query);
  if (result.kind === 'forged') {
    // Anybody can send such a return, so one is kept for each payment.
    const event = { id: `forged ${payment.id}`, payment: payment.id, kind: 'return-forged', body };
    const isNew = await store.addEvent({ provider: 'azul', ...event });
    if (!isNew) return { show: payment.id };
    const { providerOrder } = payment;
    const detail = 'A return was not signed by AZUL. Look the order up in AZUL’s portal.';
    await store.recordDifference({
      provider: 'azul',
      kind: 'bad-signature',
      payment: payment.id,
      providerOrder,
      detail,
    });
    return { show: payment.id, ask: payment };
  }
  const own = result.order === payment.providerOrder ? payment : await store.find('azul', result.order);
  const id = createHash('sha256')
    .update(query.get('AuthHash')?.toLowerCase() ?? '')
    .digest('hex');
  const kind = result.isApproved ? 'return-approved' : 'return-declined';
  await store.addEvent({ provider: 'azul', id, payment: own?.id ?? null, kind, body });
  if (own === null) {
    const detail = `AZUL signed a return (${kind}) of an order that is not here`;
    const providerOrder = toStorable(result.order).slice(0, 64);
    await store.recordDifference({ provider: 'azul', kind: 'missing-here', payment: null, providerOrder, detail });
    return { show: payment.id };
  }
  const isKnown = isSettled(own) && own.providerReference === result.reference;
  if (!result.isApproved) {
    await store.close({ payment: own.id, state: 'declined', failure: findDeclineReason(result), cause: 'return' });
  } else if (!isKnown && canAsk) {
    return { show: own.id, ask: own, card: result.card };
  } else if (!isKnown) {
    await recordApproval(own, result, store);
  }
  return { show: own.id };
}

import { randomBytes } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { type FaultPlan, getDelaySeconds } from '../../faults.ts';
import type { SignatureKind } from './webhook-signature.ts';

type EventType =
  | 'CHECKOUT.ORDER.APPROVED'
  | 'PAYMENT.CAPTURE.COMPLETED'
  | 'PAYMENT.CAPTURE.PENDING'
  | 'PAYMENT.CAPTURE.DECLINED'
  | 'PAYMENT.CAPTURE.REFUNDED'
  | 'PAYMENT.REFUND.PENDING'
  | 'PAYMENT.REFUND.FAILED'
  | 'CUSTOMER.DISPUTE.CREATED'
  | 'CUSTOMER.DISPUTE.RESOLVED';

type Event = { type: EventType; resource: object; at: Date };

const RESOURCES: Record<string, { type: string; version: string }> = {
  CHECKOUT: { type: 'checkout-order', version: '2.0' },
  CAPTURE: { type: 'capture', version: '2.0' },
  REFUND: { type: 'refund', version: '2.0' },
  CUSTOMER: { type: 'dispute', version: '1.0' },
};

function getResource(type: EventType) {
  const [group = '', kind = ''] = type.split('.');
  // A capture that was refunded is told with the refund.
  return RESOURCES[type === 'PAYMENT.CAPTURE.REFUNDED' ? 'REFUND' : group === 'PAYMENT' ? kind : group];
}

const createEventId = () =>
  `WH-${randomBytes(9).toString('hex').toUpperCase()}-${randomBytes(9).toString('hex').toUpperCase()}`;

const getSignature = ({ faults }: FaultPlan): SignatureKind => {
  if (faults.includes('webhook-bad-signature')) return 'bad';
  return faults.includes('webhook-foreign-certificate') ? 'foreign-certificate' : 'good';
};

/** Events after which another one of the same payment follows. */
const FOLLOWED: readonly EventType[] = ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.PENDING'];

function getWaitSeconds(type: EventType, plan: FaultPlan): number {
  const has = (fault: FaultPlan['faults'][number]) => plan.faults.includes(fault);
  const late = has('webhook-late') ? getDelaySeconds(plan, 'webhook-late') : 0;
  if (!has('webhook-out-of-order') || !FOLLOWED.includes(type)) return late;
  const untilFollowed = type === 'PAYMENT.CAPTURE.PENDING' ? getDelaySeconds(plan, 'capture-pending') : 0;
  return late + untilFollowed + getDelaySeconds(plan, 'webhook-out-of-order');
}

/** Stores a webhook in the transaction of what it tells; the sender delivers it afterwards. */
export async function queueWebhook(tx: TransactionSql, { type, resource, at }: Event, plan: FaultPlan): Promise<void> {
  if (plan.faults.includes('webhook-never')) return;
  const described = getResource(type);
  const body = JSON.stringify({
    id: createEventId(),
    event_version: '1.0',
    create_time: at.toISOString(),
    resource_type: described?.type,
    resource_version: described?.version,
    event_type: type,
    summary: type,
    resource,
    links: [],
  });
  const delivery = {
    body,
    signature: getSignature(plan),
    due_at: new Date(at.getTime() + getWaitSeconds(type, plan) * 1000),
  };
  const deliveries = plan.faults.includes('webhook-duplicated') ? [delivery, delivery] : [delivery];
  await tx`insert into parqueo_server.simulated_webhooks ${tx(deliveries)}`;
}

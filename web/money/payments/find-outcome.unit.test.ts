import { expect, test } from 'vitest';
import { toCents } from '../../../domain/money/cents.ts';
import { findOutcome, type Payment } from './payments.ts';

const NOW = new Date('2026-11-22T20:00:00Z');
const PAYMENT: Payment = {
  id: '0',
  purpose: 'reservation',
  method: 'card',
  reservationId: '1',
  newEnd: null,
  newStart: null,
  newSpaceId: null,
  newVehicleId: null,
  amount: toCents(1500),
  state: 'pending',
  failure: null,
  served: null,
  paidWith: null,
  providerReference: null,
  createdAt: '2026-11-22T19:55:00Z',
  capturedAt: null,
  expiresAt: '2026-11-22T20:05:00Z',
};

const find = (fields: Partial<Payment>) => findOutcome({ ...PAYMENT, ...fields }, NOW);

test('a payment that is not over is waited for as long as the space is held', () => {
  const isOver = { expiresAt: NOW.toISOString() };
  expect([find({}), find({ state: 'created' }), find(isOver)]).toEqual(['waiting', 'waiting', 'hold-over']);
  expect(find({ ...isOver, purpose: 'top_up' })).toBe('waiting');
});

test('what was not paid was declined or left', () => {
  expect([find({ state: 'declined' }), find({ state: 'abandoned' })]).toEqual(['declined', 'left']);
});

test('money that did what it was for counts, also when it was given back later', () => {
  expect([find({ state: 'captured', served: true }), find({ state: 'refunded', served: true })]).toEqual([
    'served',
    'served',
  ]);
});

test('money for a space that is gone goes back, or is in the wallet when that fails', () => {
  const late = (state: Payment['state']) => find({ state, served: false });
  expect([late('refunding'), late('refunded'), late('captured')]).toEqual(['going-back', 'gone-back', 'in-wallet']);
});

test('money for an extension that was not possible any more stays in the wallet', () => {
  expect(find({ purpose: 'extension', state: 'captured', served: false })).toBe('in-wallet');
});

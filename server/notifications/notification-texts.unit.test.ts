import { expect, test } from 'vitest';
import { m } from '#messages';
import { toCents } from '../../domain/money/cents.ts';
import {
  type Claimed,
  claimedSchema,
  type MoneyNotification,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type StaffNotification,
} from './notification-rows.ts';
import { describeNotification } from './notification-texts.ts';

const RESERVATION = {
  space_name: 'A-01',
  zone_name: 'Naco',
  address: 'Av. Tiradentes',
  // 3:05 to 5:05 PM in Santo Domingo.
  startsAt: new Date('2026-03-02T19:05:00Z'),
  endsAt: new Date('2026-03-02T21:05:00Z'),
  sequence: 0,
};

const describe = (
  kind: Exclude<NotificationKind, 'operator_reply' | 'receipt' | StaffNotification['kind'] | MoneyNotification['kind']>,
  more: object = {},
  language: 'en' | 'es' = 'en',
) =>
  describeNotification(
    {
      id: '00000000-0000-4000-8000-000000000001',
      kind,
      channel: 'mail',
      email: 'ana@parqueo.test',
      language,
      expires_at: RESERVATION.endsAt,
      reservation_id: '00000000-0000-4000-8000-000000000002',
      content: { ...RESERVATION, ...more },
    } satisfies Claimed,
    { language, app: 'Parqueo' },
  );

test.each(NOTIFICATION_KINDS)('%s has a title in every language', (kind) => {
  for (const locale of ['en', 'es'] as const) expect(m.notice_title({ kind }, { locale })).not.toBe(kind);
});

test('who stays past the end reads until when the space was booked, also on a device', () => {
  const { title, text, pushText, path } = describe('reservation_over', { next_start: null });
  expect(title).toBe('Your parking time is over');
  expect(text).toBe(
    'The space was booked until 5:05 PM. End your reservation in the app, or extend it if the space is free.',
  );
  expect(pushText).toBe(`A-01, Naco\n${text}`);
  expect(path).toBe('/parking-status');
});

test.each([
  ['en', '2026-03-02T21:30:00Z', 'until 5:05 PM, and another driver has it from 5:30 PM.'],
  ['es', '2026-03-02T21:30:00Z', ', y desde las 5:30 p. m. lo tiene otro conductor.'],
  ['es', '2026-03-02T17:10:00Z', 'Hasta las 5:05 p. m. el espacio estaba reservado para ti, y desde la 1:10 p. m.'],
] as const)('who stays past the end reads in %s that another driver has the space from %s', (language, next, said) => {
  expect(describe('reservation_over', { next_start: new Date(next) }, language).text).toContain(said);
});

test('who pays for staying reads until when it is free, also on a device, and may extend where it is possible', () => {
  const graceEnds = new Date('2026-03-02T17:10:00Z');
  const nextStart = new Date('2026-03-02T21:30:00Z');
  const told = describe(
    'reservation_over',
    { grace_ends: graceEnds, next_start: nextStart, is_extendable: true },
    'es',
  );
  expect(told.pushText).toContain('Si sales después de la 1:10 p. m., se cobra el tiempo de más desde el final.');
  expect(told).toMatchObject({ button: 'Extender reserva', path: '/parking-status' });
  expect(describe('ends_soon', { grace_ends: graceEnds }).pushText).toContain(
    'If you leave after 1:10 PM, the extra time',
  );
  expect(describe('ends_soon').pushText).not.toContain('If you leave');
});

test('who did not reserve themselves reads that the operator did', () => {
  expect(describe('confirmed', { by_driver: false }).text).toContain('The operator reserved this space for you.');
  expect(describe('confirmed').text).toContain('Your space is reserved.');
});

test('a longer reservation is extended and not changed, and says what it was before', () => {
  const startsAt = RESERVATION.startsAt;
  const endsAt = new Date('2026-03-02T20:05:00Z');
  const extended = describe('changed', { before: { ...RESERVATION, startsAt, endsAt } }, 'es');
  expect(extended.title).toBe('Reserva extendida');
  expect(extended.reservation?.before).toMatch(/3:05.*4:05/);
  const moved = describe('changed', { before: { ...RESERVATION, space_name: 'A-07' } });
  expect(moved).toMatchObject({ title: 'Reservation changed', reservation: { before: 'A-07, Naco' } });
  expect(moved.path).toBe('/reservations?reservation=00000000-0000-4000-8000-000000000002');
});

test('a cancellation says in the same mail what comes back', () => {
  const refund = { event: 'given' as const, amount: toCents(590), sent_on: toCents(0), currency: 'DOP' as const };
  expect(describe('cancelled', { refund }, 'es').text).toContain('RD$5.90 están de vuelta en tu billetera.');
});

const PAYMENT_ID = '00000000-0000-4000-8000-000000000003';

type Money =
  | { kind: 'payment_late'; goes_back: boolean }
  | { kind: 'refund'; event: string; sent_on?: number }
  | { kind: 'overstay'; event: string }
  | { kind: 'taken_back'; event: string; order: string };
const describeMoney = (content: Money, currency = 'USD', language: 'en' | 'es' = 'en') => {
  const claimed = claimedSchema.parse({
    id: '00000000-0000-4000-8000-000000000001',
    kind: content.kind,
    channel: 'mail',
    email: 'ana@parqueo.test',
    language,
    expires_at: RESERVATION.endsAt,
    reservation_id: null,
    content: { amount: 5.9, currency, reservation: null, payment_id: PAYMENT_ID, sent_on: 0, ...content },
  });
  return describeNotification(claimed, { language, app: 'Parqueo' });
};
const PATHS = {
  payment_late: `/payment/${PAYMENT_ID}`,
  refund: '/wallet',
  overstay: '/wallet',
  taken_back: '/admin?tab=overview&view=differences&kind=dispute',
};

test.each<[content: Money, said: string]>([
  [{ kind: 'payment_late', goes_back: true }, '$5.90 goes back to where it came from.'],
  [{ kind: 'payment_late', goes_back: false }, '$5.90 is in your wallet.'],
  [{ kind: 'refund', event: 'given' }, '$5.90 is back in your wallet.'],
  [{ kind: 'refund', event: 'given', sent_on: 5.9 }, '$5.90 goes back to where it came from. That takes a few days.'],
  [{ kind: 'refund', event: 'given', sent_on: 3.4 }, 'which takes a few days. $2.50 is in your wallet.'],
  [{ kind: 'refund', event: 'arrived' }, '$5.90 went back to where it came from.'],
  [{ kind: 'refund', event: 'returned' }, 'could not go back to where it came from, so it is in your wallet.'],
  [{ kind: 'overstay', event: 'unproven' }, 'costs $5.90; nothing is charged before.'],
  [{ kind: 'overstay', event: 'owed' }, 'owe $5.90. Top up your wallet and it is paid from there.'],
  [{ kind: 'overstay', event: 'paid' }, '$5.90 was charged.'],
  [{ kind: 'overstay', event: 'waived' }, 'You no longer owe the $5.90'],
  [{ kind: 'taken_back', event: 'dispute', order: 'PK42' }, 'order PK42 is disputed at the provider.'],
])('who is told of money reads where it is: %j', (content, said) => {
  const texts = describeMoney(content);
  const isSettled = content.kind === 'overstay' && content.event !== 'owed';
  const path = isSettled ? '/reservations?tab=past' : PATHS[content.kind];
  expect(texts).toMatchObject({ text: expect.stringContaining(said), path });
});

test('a refund is told in Spanish and pesos, also when it is not about a reservation', () => {
  expect(describeMoney({ kind: 'refund', event: 'given' }, 'DOP', 'es')).toMatchObject({
    text: 'RD$5.90 están de vuelta en tu billetera.',
    button: 'Ver tu billetera',
    reservation: null,
  });
});

test('who was moved off a space out of service reads of the new one', () => {
  const { title, text, pushText } = describe('changed', { reason: 'space_out_of_service' });
  expect(title).toBe('Your reservation has another space');
  expect(text).toContain('You pay nothing more for it.');
  expect(pushText).toContain('A-01, Naco');
  expect(describe('changed').title).toBe('Reservation changed');
});

import { describe, expect, it } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';

const WANTED = { spaceId: 'space-1', startTime: new Date('2026-11-21T14:00:00Z'), hours: 3 };

function countedIds() {
  let count = 0;
  return createIdempotencyKeys(() => {
    count += 1;
    return `id-${count}`;
  });
}

describe('createReservationIds', () => {
  it('gives the same wish the same id, also after another wish in between', () => {
    const idOf = countedIds();
    const first = idOf(WANTED);

    idOf({ ...WANTED, hours: 4 });

    expect(idOf({ ...WANTED, startTime: new Date(WANTED.startTime) })).toBe(first);
  });

  it('gives another space, start or duration another id', () => {
    const idOf = countedIds();

    const ids = [
      idOf(WANTED),
      idOf({ ...WANTED, spaceId: 'space-2' }),
      idOf({ ...WANTED, startTime: new Date('2026-11-21T15:00:00Z') }),
      idOf({ ...WANTED, hours: 2 }),
    ];

    expect(new Set(ids).size).toBe(4);
  });
});

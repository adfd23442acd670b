import { describe, expect, test } from 'vitest';
import type { Period } from '../../../domain/days/period.ts';
import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { type Cell, layOutSpace } from './lay-out-space.ts';
import type { TimelineReservation, TimelineSpace } from './timeline.ts';

const at = (hour: number, minute = 0) => new Date(2026, 2, 10, hour, minute);
const DAY = { startsAt: at(0), endsAt: at(24) };
const NOW = at(12);

type Times = Period & { status?: ReservationStatus; endedAt?: Date };

const createReservation = (times: Times) =>
  ({ id: times.startsAt.toISOString(), status: 'active', endedAt: null, ...times }) as TimelineReservation;

function layOut(reservations: Times[], status: TimelineSpace['status'] = 'available'): Cell[] {
  return layOutSpace({ id: 'space', name: 'A-1', status, reservations: reservations.map(createReservation) }, DAY, NOW);
}

const describeCell = (cell: Cell) => {
  const times = [cell.startsAt, cell.endsAt]
    .map((time) => (time.getTime() - DAY.startsAt.getTime()) / 3_600_000)
    .join('-');
  return cell.kind === 'gap' ? `free ${times}` : [cell.state, times, cell.clash].filter(Boolean).join(' ');
};
const read = (cells: Cell[]) => cells.map(describeCell);

describe('the day of a space', () => {
  test('is reservations and the gaps between them', () => {
    const reservations = [
      { startsAt: at(8), endsAt: at(9), status: 'completed' as const },
      { startsAt: at(11), endsAt: at(13) },
      { startsAt: at(13), endsAt: at(14) },
      { startsAt: at(20), endsAt: at(21), status: 'held' as const },
    ];
    expect(read(layOut(reservations))).toEqual([
      'free 0-8',
      'completed 8-9',
      'free 9-11',
      'current 11-13',
      'future 13-14',
      'free 14-20',
      'held 20-21',
      'free 21-24',
    ]);
  });

  test('never calls an open stay late', () => {
    expect(read(layOut([{ startsAt: at(8), endsAt: at(10), isOpen: true }]))).toEqual([
      'free 0-8',
      'current 8-12',
      'free 12-24',
    ]);
  });

  test('cuts off what goes beyond it', () => {
    expect(read(layOut([{ startsAt: at(-5), endsAt: at(30) }]))).toEqual(['current 0-24']);
  });

  test('is free from when a driver left', () => {
    const reservation = { startsAt: at(8), endsAt: at(11), status: 'completed' as const, endedAt: at(9) };
    expect(read(layOut([reservation]))).toEqual(['free 0-8', 'completed 8-9', 'free 9-24']);
  });

  test('is taken until now by a driver who has not left, which clashes with the next reservation', () => {
    const reservations = [
      { startsAt: at(9), endsAt: at(11) },
      { startsAt: at(11, 30), endsAt: at(13) },
    ];
    expect(read(layOut(reservations))).toEqual([
      'free 0-9',
      'late 9-12',
      'current 11.5-13 driver-before',
      'free 13-24',
    ]);
  });

  test('clashes with an outage for reservations that are not over', () => {
    const reservations = [
      { startsAt: at(8), endsAt: at(9), status: 'completed' as const },
      { startsAt: at(15), endsAt: at(16) },
    ];
    expect(read(layOut(reservations, 'maintenance'))).toEqual([
      'free 0-8',
      'completed 8-9',
      'free 9-15',
      'future 15-16 out-of-service',
      'free 16-24',
    ]);
  });
});

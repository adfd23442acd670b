import { describe, expect, test } from 'vitest';
import type { ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { type Cell, layOutSpace } from './lay-out-space.ts';
import type { TimelineReservation, TimelineSpace } from './timeline.ts';

const at = (hour: number, minute = 0) => new Date(2026, 2, 10, hour, minute);
const DAY = { from: at(0), to: at(24) };
const NOW = at(12);

type Times = { from: Date; to: Date; status?: ReservationStatus; endedAt?: Date };

const createReservation = ({ from, to, status = 'active', endedAt }: Times) =>
  ({
    id: from.toISOString(),
    startTime: from.toISOString(),
    endTime: to.toISOString(),
    status,
    endedAt: endedAt?.toISOString() ?? null,
  }) as TimelineReservation;

function layOut(reservations: Times[], status: TimelineSpace['status'] = 'available'): Cell[] {
  return layOutSpace({ id: 'space', name: 'A-1', status, reservations: reservations.map(createReservation) }, DAY, NOW);
}

const describeCell = (cell: Cell) => {
  const times = [cell.from, cell.to].map((time) => (time.getTime() - DAY.from.getTime()) / 3_600_000).join('-');
  return cell.kind === 'gap' ? `free ${times}` : [cell.state, times, cell.clash].filter(Boolean).join(' ');
};
const read = (cells: Cell[]) => cells.map(describeCell);

describe('the day of a space', () => {
  test('is stays and the gaps between them', () => {
    const reservations = [
      { from: at(8), to: at(9), status: 'completed' as const },
      { from: at(11), to: at(13) },
      { from: at(13), to: at(14) },
      { from: at(20), to: at(21), status: 'held' as const },
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

  test('cuts off what goes beyond it', () => {
    expect(read(layOut([{ from: at(-5), to: at(30) }]))).toEqual(['current 0-24']);
  });

  test('is free from when a driver left', () => {
    const reservation = { from: at(8), to: at(11), status: 'completed' as const, endedAt: at(9) };
    expect(read(layOut([reservation]))).toEqual(['free 0-8', 'completed 8-9', 'free 9-24']);
  });

  test('is taken until now by a driver who has not left, which clashes with the next reservation', () => {
    const reservations = [
      { from: at(9), to: at(11) },
      { from: at(11, 30), to: at(13) },
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
      { from: at(8), to: at(9), status: 'completed' as const },
      { from: at(15), to: at(16) },
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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LngLat, measureLength } from '../geometry.ts';
import type { Street } from '../map-data.ts';
import { getManeuverType } from './build-steps.ts';
import { findRoute, sumSeconds } from './find-route.ts';
import { buildStreetNetwork } from './street-network.ts';

const street = (name: string, line: LngLat[], rest: Partial<Street> = {}): Street => ({
  name,
  class: 'primary',
  oneway: false,
  speedKmh: 36,
  line,
  ...rest,
});

function routeBetween(streets: Street[], from: LngLat, to: LngLat) {
  const network = buildStreetNetwork(streets);
  const [start, goal] = [from, to].map((place) => network.index.findNearest(place, 5000));
  return start && goal && findRoute(network, start, goal);
}

test('on random streets the route is continuous and the fastest', () => {
  const node = (x: number, y: number): LngLat => [-69.95 + x * 0.002, 18.45 + y * 0.002];
  const edge = fc.record({
    x: fc.nat(4),
    y: fc.nat(4),
    across: fc.boolean(),
    oneway: fc.boolean(),
    speedKmh: fc.integer({ min: 10, max: 80 }),
  });
  fc.assert(
    fc.property(fc.array(edge, { minLength: 4, maxLength: 30 }), fc.nat(4), fc.nat(4), (edges, x, y) => {
      const streets = edges.map((drawn, i) =>
        street(
          `S${i}`,
          [node(drawn.x, drawn.y), node(drawn.x + Number(drawn.across), drawn.y + Number(!drawn.across))],
          drawn,
        ),
      );
      const from = streets[0]?.line[0] ?? node(0, 0);
      const to = node(x, y);
      const route = routeBetween(streets, from, to);
      const cheapest = cheapestByRelaxation(streets, from, to);
      if (!streets.some(({ line }) => line.some((vertex) => String(vertex) === String(to)))) return;
      expect(route === undefined).toBe(cheapest === undefined);
      if (route === undefined || cheapest === undefined) return;
      expect(sumSeconds(route)).toBeCloseTo(cheapest, 3);
      for (const [i, stretch] of route.slice(1).entries()) expect(stretch.line[0]).toEqual(route[i]?.line.at(-1));
    }),
  );
});

/** Bellman and Ford's relaxation: slow, but too simple to share a mistake with the search. */
function cheapestByRelaxation(streets: Street[], from: LngLat, to: LngLat): number | undefined {
  const seconds = new Map([[String(from), 0]]);
  for (let round = 0; round <= streets.length; round++) {
    for (const { line, oneway, speedKmh } of streets) {
      const cost = measureLength(line) / (speedKmh / 3.6);
      for (const [a, b] of oneway ? [line] : [line, line.toReversed()]) {
        const reached = (seconds.get(String(a)) ?? Infinity) + cost;
        if (reached < (seconds.get(String(b)) ?? Infinity)) seconds.set(String(b), reached);
      }
    }
  }
  return seconds.get(String(to));
}

test('a driver who stays on a street hears nothing until it turns off among several ways', () => {
  expect(getManeuverType({ angle: 5, sameName: true, hasChoice: true })).toBeUndefined();
  expect(getManeuverType({ angle: 80, sameName: true, hasChoice: false })).toBeUndefined();
  expect(getManeuverType({ angle: 80, sameName: true, hasChoice: true })).toBe('continue');
});

test('a new street is a turn when the driver must choose it and a new name when it lies ahead', () => {
  expect(getManeuverType({ angle: 90, sameName: false, hasChoice: true })).toBe('turn');
  expect(getManeuverType({ angle: 10, sameName: false, hasChoice: true })).toBe('new name');
  expect(getManeuverType({ angle: 90, sameName: false, hasChoice: false })).toBe('new name');
});

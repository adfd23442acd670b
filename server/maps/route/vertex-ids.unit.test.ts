import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LngLat } from '../geometry.ts';
import { VertexIds } from './street-network.ts';

test('every vertex keeps a number of its own and is counted as often as it is met', () => {
  const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((units) => units / 1e7);
  const vertex: fc.Arbitrary<LngLat> = fc.oneof(
    fc.tuple(degrees(180), degrees(90)),
    // Few enough to meet again, in rows and columns as streets lie.
    fc.tuple(fc.integer({ min: -70, max: -50 }), fc.integer({ min: 0, max: 20 })),
  );
  fc.assert(
    fc.property(fc.array(vertex, { maxLength: 3000, size: 'max' }), (met) => {
      const ids = new VertexIds();
      const uses = new Map<string, number>();
      for (const one of met) {
        ids.add(one);
        uses.set(one.join(), (uses.get(one.join()) ?? 0) + 1);
      }

      expect(met.map((one) => ids.countUses(one))).toEqual(met.map((one) => uses.get(one.join())));
      expect(new Set(met.map((one) => ids.getId(one))).size).toBe(uses.size);
    }),
    { numRuns: 30 },
  );
});

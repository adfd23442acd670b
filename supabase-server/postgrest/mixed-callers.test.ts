import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../server/testing/data-api.ts';
import { mixCallers } from '../../server/testing/mixed-callers.ts';

/** `MIXED_REQUESTS=60000` makes it as thorough as a release needs. */
const REQUESTS = Number(process.env.MIXED_REQUESTS ?? 4000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('none of 64 callers ever sees a claim or a row of another', { timeout: 600_000 }, async () => {
  expect(await mixCallers(world, { callers: 64, requests: REQUESTS })).toEqual([]);
});

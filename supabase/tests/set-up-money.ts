import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { findFaultsInBooks } from '../../server/testing/books.ts';
import { type Cast, createSpace } from './as.ts';
import { createDrivers, type MoneyWorld, openMoneyWorld } from './money-world.ts';

type FreshMoney = { world: MoneyWorld; cast: Cast; spaceId: string };

/**
 * Opens a database for the tests of a file, and expects that the books agree after each of them.
 * @param prepare is called before each test, with a fresh cast and a space that costs 5 an hour
 */
export function setUpMoney(prepare: (fresh: FreshMoney) => void | Promise<void>): void {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await openMoneyWorld();
  });
  beforeEach(async () => {
    const cast = await createDrivers(world.sql);
    const { spaceId } = await createSpace(world.sql);
    await prepare({ world, cast, spaceId });
  });
  afterEach(async () => {
    expect(await findFaultsInBooks(world.sql)).toEqual([]);
  });
  afterAll(() => world.database.close());
}

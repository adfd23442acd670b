import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { type Cast, createCast, fillWallets } from './as.ts';
import { chargeDrivers } from './paid-reservations.ts';

type FreshReservations = { database: TestDatabase; cast: Cast };

/**
 * Opens a database for the tests of a file, where drivers pay.
 * @param prepare is called before each test, with a fresh cast that has money
 */
export function setUpPaidReservations(prepare: (fresh: FreshReservations) => void): void {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await chargeDrivers(database.sql);
  });
  beforeEach(async () => {
    const cast = await createCast(database.sql);
    await fillWallets(database.sql);
    prepare({ database, cast });
  });
  afterAll(() => database.close());
}

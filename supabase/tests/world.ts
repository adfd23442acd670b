import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { findFaultsInBooks } from '../../server/testing/books.ts';
import { createTestDatabase } from '../../server/testing/database.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Cast, createCast, createSpace, problemOf } from './as.ts';
import { createDrivers, preparePayments } from './money-world.ts';

/** Expects a piece of work to fail with this problem. */
export const expectProblem = async (problem: string, attempt: Promise<unknown>): Promise<void> =>
  expect(await problemOf(attempt)).toBe(problem);

/** Opens a database for the tests of a file, connected as its owner. */
export async function openDatabase(): Promise<Sql> {
  const { sql, close } = await createTestDatabase();
  afterAll(close);
  return sql;
}

/** As openDatabase, with a cast whose people are new for each test. */
export async function openWorld(): Promise<{ sql: Sql; cast: Cast }> {
  const sql = await openDatabase();
  const cast = await createCast(sql);
  beforeEach(async () => {
    Object.assign(cast, await createCast(sql));
  });
  return { sql, cast };
}

/**
 * A database where drivers pay in dollars with 18 % of tax, with people and a space of 5 an hour that are new for each
 * test. The books agree after each of them.
 */
export async function openMoney(): Promise<{ sql: Sql; cast: Cast; space: { zoneId: string; spaceId: string } }> {
  const sql = await openDatabase();
  await preparePayments(sql);
  const cast = await createDrivers(sql);
  const space = await createSpace(sql);
  beforeEach(async () => {
    Object.assign(cast, await createDrivers(sql));
    Object.assign(space, await createSpace(sql));
  });
  afterEach(async () => {
    expect(await findFaultsInBooks(sql)).toEqual([]);
  });
  return { sql, cast, space };
}

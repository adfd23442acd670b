import type { Executor } from '../supabase-server/connections/sql.ts';
import { readErrorCode } from '../supabase-server/error-code.ts';
import { compare, type Difference, describe, keyOf, readFingerprint, type SchemaObject } from './schema-fingerprint.ts';

/** What PostgreSQL replaces in place. */
const REPLACED = /^(function|procedure|view|comment)$/;
/** A function with another result, a view with other columns: they are dropped first. */
const NOT_REPLACEABLE = ['42P13', '42P16'];
/** What PostgreSQL prints in another way than it was written would otherwise be written for ever. */
const MOST_ROUNDS = 10;
/** Rights and comments go with what they are on. */
const GOES_ALONG = /^(grant|comment)$/;

export type Generated = {
  statements: string[];
  /** Lines about what still differs, because a person writes it or because it needs what a person writes. */
  rest: string[];
};

/**
 * Brings functions, views, triggers, policies, rights and comments of a database to a wanted schema, in an open
 * transaction, and returns the statements that did it. A statement that fails is left out.
 */
export async function generateMigration(tx: Executor, wanted: readonly SchemaObject[]): Promise<Generated> {
  const statements: string[] = [];
  let failures = new Map<string, string>();

  /** Runs a statement, of which nothing stays when it fails. */
  async function tryOut(text: string): Promise<void> {
    await tx`savepoint tried`;
    await tx.unsafe(text).catch(async (error: unknown) => {
      await tx`rollback to savepoint tried`;
      throw error;
    });
  }
  async function run(...texts: (string | null)[]): Promise<void> {
    await tryOut(texts.join(';\n'));
    statements.push(`${texts.join(';\n')};`);
  }

  /** Removes an object after what needs it. @throws Error when a table needs it, which is changed by hand */
  async function remove(object: SchemaObject): Promise<void> {
    const before = await readFingerprint(tx);
    await tx`savepoint before`;
    await tryOut(`${object.gone} cascade`);
    const others = compare(await readFingerprint(tx), before)
      .map((one) => one.object)
      .filter((one) => keyOf(one) !== keyOf(object) && !GOES_ALONG.test(one.kind))
      .toReversed();
    await tx`rollback to savepoint before`;
    const kept = others.filter((one) => one.gone === null).map(keyOf);
    if (kept.length > 0) throw new Error(`it is needed by ${kept.join(', ')}`);
    await run(...[...others, object].map((one) => one.gone));
  }

  async function bring({ object, found, wanted: isWanted }: Difference): Promise<void> {
    if (!isWanted) return remove(object);
    if (!found) return run(object.made);
    if (!REPLACED.test(object.kind)) return run(object.gone, object.made);
    await run(object.made).catch(async (error: unknown) => {
      if (!NOT_REPLACEABLE.includes(readErrorCode(error) ?? '')) throw error;
      await remove(object);
      await run(object.made);
    });
  }

  // What is dropped with an object or needs a later one comes in the next round; rights come when what they are on is there.
  for (let round = 0, before = -1; round < MOST_ROUNDS && statements.length !== before; round += 1) {
    before = statements.length;
    failures = new Map();
    const differences = compare(await readFingerprint(tx), wanted).filter(({ object }) => object.gone !== null);
    for (const isAlong of [false, true]) {
      if (statements.length !== before) break;
      for (const difference of differences.filter(({ object }) => GOES_ALONG.test(object.kind) === isAlong)) {
        await bring(difference).catch((error: Error) => failures.set(describe(difference), error.message));
      }
    }
  }
  const left = compare(await readFingerprint(tx), wanted)
    .filter((one) => !(GOES_ALONG.test(one.object.kind) && failures.has(describe(one))))
    .map(describe);
  return { statements, rest: left.map((line) => [line, failures.get(line)].filter(Boolean).join(' — ')) };
}

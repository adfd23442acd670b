import type { Executor } from '../supabase-server/connections/sql.ts';
import { readErrorCode } from '../supabase-server/error-code.ts';
import { compare, type Difference, describe, keyOf, readFingerprint, type SchemaObject } from './schema-fingerprint.ts';

/** What PostgreSQL replaces in place. */
const REPLACED = /^(function|procedure|view|comment)$/;
/** A function with another result, a view with other columns: they are dropped first. */
const NOT_REPLACEABLE = ['42P13', '42P16'];
/** What PostgreSQL prints in another way than it was written would otherwise be written for ever. */
const MOST_ROUNDS = 5;
/** Rights and comments go with what they are on. */
const GOES_ALONG = /^(grant|comment)$/;

export type Generated = {
  statements: string[];
  /** Lines about what still differs, because a person writes it or because it needs what a person writes. */
  rest: string[];
};

/** Whether the generator writes the statements of an object of this kind. */
const isGenerated = ({ found, wanted }: Difference) => (wanted ?? found)?.gone !== null;

/**
 * Brings functions, views, triggers, policies, rights and comments of a database to a wanted schema, in an open
 * transaction, and returns the statements that did it. A statement that fails is left out.
 */
export async function generateMigration(tx: Executor, wanted: readonly SchemaObject[]): Promise<Generated> {
  const statements: string[] = [];
  let failures = new Map<string, string>();

  async function tryOut<T>(work: () => PromiseLike<T>): Promise<T> {
    await tx`savepoint tried`;
    try {
      return await work();
    } catch (error) {
      await tx`rollback to savepoint tried`;
      throw error;
    }
  }
  async function run(...texts: string[]): Promise<void> {
    await tryOut(() => tx.unsafe(texts.join(';\n')));
    statements.push(`${texts.join(';\n')};`);
  }

  /** Removes an object after what needs it. @throws Error when a table needs it, which is changed by hand */
  async function remove(object: SchemaObject): Promise<void> {
    const before = await readFingerprint(tx);
    await tx`savepoint before`;
    await tryOut(() => tx.unsafe(`${object.gone} cascade`));
    const changed = compare(await readFingerprint(tx), before);
    await tx`rollback to savepoint before`;
    const others = changed
      .flatMap(({ wanted: one }) => (one && keyOf(one) !== keyOf(object) && !GOES_ALONG.test(one.kind) ? [one] : []))
      .toReversed();
    const kept = others.filter((one) => one.gone === null).map(keyOf);
    if (kept.length > 0) throw new Error(`it is needed by ${kept.join(', ')}`);
    await run(...[...others, object].map((one) => `${one.gone}`));
  }

  async function bring({ found, wanted: object }: Difference): Promise<void> {
    if (found === undefined || object === undefined) return object ? run(object.made) : remove(found as SchemaObject);
    if (!REPLACED.test(object.kind)) return run(`${object.gone}`, object.made);
    await run(object.made).catch(async (error: unknown) => {
      if (!NOT_REPLACEABLE.includes(readErrorCode(error) ?? '')) throw error;
      await remove(found);
      await run(object.made);
    });
  }

  // What is dropped with an object or needs a later one comes in the next round.
  for (let round = 0, before = -1; round < MOST_ROUNDS && statements.length !== before; round += 1) {
    before = statements.length;
    failures = new Map();
    for (const difference of compare(await readFingerprint(tx), wanted).filter(isGenerated)) {
      await bring(difference).catch((error: Error) => {
        failures.set(describe(difference), error.message);
      });
    }
  }
  const left = compare(await readFingerprint(tx), wanted).filter(
    (one) => !(GOES_ALONG.test(`${one.wanted?.kind}`) && failures.has(describe(one))),
  );
  const rest = left.map(describe).map((line) => [line, failures.get(line)].filter(Boolean).join(' — '));
  return { statements, rest };
}

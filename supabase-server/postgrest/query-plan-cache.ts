import { LRUCache } from 'lru-cache';
import type { DataRequest } from './parse/parse-request.ts';
import type { Schema } from './plan/schema.ts';
import type { Statement } from './render/statement.ts';

/** A read that is parsed, planned and rendered; it is the same for every caller. */
export type QueryPlan = { readonly request: DataRequest; readonly statement: Statement; readonly mayBeStale: boolean };

/** Returns the plan of a key, and compiles it when it is not in the cache. */
export type QueryPlanCache = (schema: Schema, key: string, compile: () => QueryPlan) => QueryPlan;

const MAX_PLANS = 500;
/** Longer keys are rare, and five hundred of them would take much memory. */
const MAX_KEY_LENGTH = 2048;

/** Keeps the plans of the latest reads, until the schema is read again: screens send the same reads again and again. */
export function createQueryPlanCache(): QueryPlanCache {
  const plans = new LRUCache<string, QueryPlan>({ max: MAX_PLANS });
  let currentSchema: Schema | null = null;
  return function findOrCompile(schema, key, compile) {
    if (schema !== currentSchema) plans.clear();
    currentSchema = schema;
    const plan = plans.get(key) ?? compile();
    if (key.length <= MAX_KEY_LENGTH) plans.set(key, plan);
    return plan;
  };
}

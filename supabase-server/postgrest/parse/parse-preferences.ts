import { DataError } from '../data-error.ts';

/** The client's preferences in PostgREST's `Prefer` header. */
export type Preferences = {
  returns: 'minimal' | 'headers-only' | 'representation' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  isCounted: boolean;
  missingIsDefault: boolean;
  isStrict: boolean;
  /** The most rows that a write may affect; only with strict handling. */
  maxAffected: number | null;
};

const SUPPORTED: Record<string, RegExp> = {
  return: /^(minimal|headers-only|representation)$/,
  resolution: /^(merge-duplicates|ignore-duplicates)$/,
  count: /^(exact|planned|estimated)$/,
  missing: /^(default|null)$/,
  tx: /^(commit|rollback)$/,
  handling: /^(strict|lenient)$/,
  'max-affected': /^\d{1,9}$/,
};

/**
 * Unknown preferences are ignored unless handling is strict, as RFC 7240 has it.
 * @throws DataError PGRST122
 */
export function parsePreferences(header: string): Preferences {
  const preferences = header
    .split(',')
    .map((preference) => preference.trim())
    .filter(Boolean);
  const values = new Map<string, string>();
  const unknown: string[] = [];
  for (const preference of preferences) {
    const [name = '', value = ''] = preference.split('=', 2);
    if (Object.hasOwn(SUPPORTED, name) && SUPPORTED[name]?.test(value)) values.set(name, values.get(name) ?? value);
    else unknown.push(preference);
  }
  // PostgREST ignores it unless configured, and so commits what the client wants rolled back.
  if (values.get('tx') === 'rollback') {
    throw new DataError(400, 'PGRST122', 'The preference tx=rollback is not supported');
  }
  const isStrict = values.get('handling') === 'strict';
  if (isStrict && unknown.length > 0) {
    throw new DataError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    });
  }
  const pick = <Value extends string>(name: string, options: readonly Value[]) =>
    options.find((value) => value === values.get(name)) ?? null;
  return {
    returns: pick('return', ['minimal', 'headers-only', 'representation']),
    resolution: pick('resolution', ['merge-duplicates', 'ignore-duplicates']),
    isCounted: values.has('count'),
    missingIsDefault: values.get('missing') === 'default',
    isStrict,
    maxAffected: isStrict && values.has('max-affected') ? Number(values.get('max-affected')) : null,
  };
}

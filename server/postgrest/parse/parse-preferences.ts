import { DataError } from '../data-error.ts';

/** How the client wants to be answered; PostgREST's `Prefer`. */
export type Preferences = {
  returns: 'minimal' | 'headers-only' | 'representation' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  isCounted: boolean;
  missingIsDefault: boolean;
  isStrict: boolean;
  /** The most rows a strict client lets a write touch. */
  maxAffected: number | null;
};

const KNOWN: Record<string, RegExp> = {
  return: /^(minimal|headers-only|representation)$/,
  resolution: /^(merge-duplicates|ignore-duplicates)$/,
  count: /^(exact|planned|estimated)$/,
  missing: /^(default|null)$/,
  tx: /^(commit|rollback)$/,
  handling: /^(strict|lenient)$/,
  'max-affected': /^\d{1,9}$/,
};

/**
 * Reads the `Prefer` header; as that header's standard has it, what is unknown is passed over unless handling is strict.
 * @throws DataError PGRST122
 */
export function parsePreferences(header: string): Preferences {
  const parts = header
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const words = new Map<string, string>();
  const unknown: string[] = [];
  for (const part of parts) {
    const [name = '', word = ''] = part.split('=', 2);
    if (Object.hasOwn(KNOWN, name) && KNOWN[name]?.test(word)) words.set(name, words.get(name) ?? word);
    else unknown.push(part);
  }
  // Ignoring it, as PostgREST does unless it is configured, would keep what the client wants to be undone.
  if (words.get('tx') === 'rollback') {
    throw new DataError(400, 'PGRST122', 'The preference tx=rollback is not supported');
  }
  const isStrict = words.get('handling') === 'strict';
  if (isStrict && unknown.length > 0) {
    throw new DataError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    });
  }
  const pick = <Word extends string>(name: string, known: readonly Word[]) =>
    known.find((word) => word === words.get(name)) ?? null;
  return {
    returns: pick('return', ['minimal', 'headers-only', 'representation']),
    resolution: pick('resolution', ['merge-duplicates', 'ignore-duplicates']),
    isCounted: words.has('count'),
    missingIsDefault: words.get('missing') === 'default',
    isStrict,
    maxAffected: isStrict && words.has('max-affected') ? Number(words.get('max-affected')) : null,
  };
}

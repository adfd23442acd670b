import lighthouse, { type Flags, type Result } from 'lighthouse';

// One run of Lighthouse and the figures of its report.

/** Now and then the browser's recording misses the start or the first paint; such a run says nothing and is made again. */
const MISSED = ['NO_NAVSTART', 'NO_FCP'];
const BYTES_PER_KB = 1000;
/** Below it, an audit costs its category points. */
const GOOD_SCORE = 0.9;

/** @throws when Lighthouse fails, or the page requests anything from another server than its own */
export async function audit(url: string, flags: Flags, triesLeft = 2): Promise<Result> {
  const result = await lighthouse(url, { logLevel: 'error', ...flags });
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError && MISSED.includes(lhr.runtimeError.code) && triesLeft > 0)
    return audit(url, flags, triesLeft - 1);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const stranger = listRequests(lhr).find((requested) => !requested.startsWith(`${new URL(url).origin}/`));
  if (stranger !== undefined) throw new Error(`${url} requests ${stranger}`);
  return lhr;
}

function listRequests({ audits }: Result): string[] {
  const { details } = audits['network-requests'] ?? {};
  const items = details?.type === 'table' ? details.items : [];
  return items.flatMap(({ url }) => (typeof url === 'string' && /^https?:/.test(url) ? [url] : []));
}

/** Of 100. */
export const getScore = ({ categories }: Result, id: string) => Math.round((categories[id]?.score ?? 0) * 100);

const getNumber = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Number.NaN;

export const getBlockedMs = (result: Result) => getNumber(result, 'total-blocking-time');
export const getLoadedKb = (result: Result) => getNumber(result, 'total-byte-weight') / BYTES_PER_KB;

/** What costs points of a category, by name. */
export function listFaults({ categories, audits }: Result, id: string): string[] {
  return (categories[id]?.auditRefs ?? [])
    .map((reference) => ({ ...audits[reference.id], weight: reference.weight }))
    .filter(({ score, weight }) => weight > 0 && score !== null && score !== undefined && score < GOOD_SCORE)
    .map(({ id: name, displayValue }) => [name, displayValue].filter(Boolean).join(' '));
}

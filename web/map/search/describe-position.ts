import { Problem } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { connection } from '../../data/connection.ts';
import { usesGoogle } from '../map-service.ts';
import { within } from '../within.ts';
import { placesOf } from './search-places.ts';

const TIMEOUT_MS = 10_000;

/**
 * The address of what is at a position, in one line, or null where nothing is known.
 * @throws Problem `search-failed` when the search service fails or takes longer than 10 s; an AbortError when aborted
 */
export async function describePosition(position: Position, signal: AbortSignal): Promise<string | null> {
  try {
    if (!usesGoogle()) return await askPhoton(position, signal);
    const { describeGooglePosition } = await import('../google/services/describe-position.ts');
    const address = await within(TIMEOUT_MS, describeGooglePosition(position));
    signal.throwIfAborted();
    return address;
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem('search-failed', { cause });
  }
}

async function askPhoton({ lat, lng }: Position, signal: AbortSignal): Promise<string | null> {
  const parameters = new URLSearchParams({ lat: String(lat), lon: String(lng) });
  const answer = await fetch(`${connection().config.maps.geocoderUrl}/reverse?${parameters}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!answer.ok) throw new Error(`the search service answered ${answer.status}`);
  const [place] = placesOf(await answer.json());
  return place?.address || null;
}

import pTimeout from 'p-timeout';
import { Problem } from '../../../domain/problems.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { connection } from '../../data/connection.ts';
import { usesGoogle } from '../map-service.ts';
import { parsePlaces } from './search-places.ts';

const TIMEOUT_MS = 10_000;

/**
 * The address at a position, in one line, or null where there is none.
 * @throws Problem `search-failed` when the search service fails or takes longer than 10 s; an AbortError when aborted
 */
export async function describePosition(position: Position, signal: AbortSignal): Promise<string | null> {
  try {
    if (!usesGoogle()) return await describeWithPhoton(position, signal);
    const { describeGooglePosition } = await import('../google/google-places.ts');
    const address = await pTimeout(describeGooglePosition(position), { milliseconds: TIMEOUT_MS });
    signal.throwIfAborted();
    return address;
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem('search-failed', { cause });
  }
}

async function describeWithPhoton({ lat, lng }: Position, signal: AbortSignal): Promise<string | null> {
  const parameters = new URLSearchParams({ lat: String(lat), lon: String(lng) });
  const response = await fetch(`${connection().config.maps.geocoderUrl}/reverse?${parameters}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`the search service answered ${response.status}`);
  const [place] = parsePlaces(await response.json());
  return place?.address || null;
}

import type { Host } from './host.ts';

/**
 * Chooses the host that takes writes: the one that was promoted last, since one that was lost may come back and still
 * take writes. A host that does not respond stays chosen until another one is promoted.
 * @param current with the timeline on which it was chosen
 */
export function choosePrimary<One extends Pick<Host, 'state'>>(
  hosts: readonly One[],
  current?: { host: One; timeline: number },
): { host: One; timeline: number } | undefined {
  let chosen = current;
  for (const host of hosts) {
    const timeline = host.state?.timeline ?? 0;
    if (timeline > (chosen?.timeline ?? 0)) chosen = { host, timeline };
  }
  return chosen;
}

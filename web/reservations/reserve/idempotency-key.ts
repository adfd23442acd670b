/** What makes two tries the same wish: the space and the time. How it is paid and for which car may still change. */
export type Wanted = { spaceId: string; startTime: Date; hours: number };

/**
 * Names wishes: the same wish keeps its id for as long as the form lives, so that trying again after an answer that
 * got lost cannot book twice; another wish gets another id.
 */
export function createIdempotencyKeys(makeId: () => string): (wanted: Wanted) => string {
  const ids = new Map<string, string>();
  return ({ spaceId, startTime, hours }) => {
    const wish = `${spaceId} ${startTime.toISOString()} ${hours}`;
    const id = ids.get(wish) ?? makeId();
    ids.set(wish, id);
    return id;
  };
}

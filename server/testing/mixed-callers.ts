import { randomInt, randomUUID } from 'node:crypto';
import type { World } from './data-api.ts';

/** What a request showed that its caller must not see, in words. */
export type Leak = string;

type Look = (world: World, person: string) => Promise<Leak | null>;

const leakUnless = (isOwn: boolean, what: string, person: string): Leak | null =>
  isOwn ? null : `${person} got ${what}`;

const json = (body: unknown, prefer = ''): RequestInit => ({
  method: 'POST',
  headers: { prefer },
  body: JSON.stringify(body),
});

const whoAmI =
  (init?: RequestInit): Look =>
  async (world, person) => {
    const said = await (await world.ask('rpc/whoami', init, person)).text();
    return leakUnless(said === `"authenticated ${person}"`, said, person);
  };

const visitor: Look = async (world, person) => {
  const said = await (await world.ask('rpc/whoami')).text();
  return leakUnless(said === '"anon nobody"', `${said} as a visitor`, person);
};

/** All owners in a response are the caller. */
const readOwners =
  (path: string, init?: (person: string) => RequestInit): Look =>
  async (world, person) => {
    const response = await world.ask(path, init?.(person), person);
    const owners = (await response.text()).match(/(?<="owner":")[^"]+/g) ?? [];
    return leakUnless(
      response.ok && owners.length > 0 && owners.every((owner) => owner === person),
      `${owners}`,
      person,
    );
  };

const expectStatus =
  (status: number, path: string, init: (person: string) => RequestInit): Look =>
  async (world, person) => {
    const response = await world.ask(path, init(person), person);
    return leakUnless(response.status === status, `${response.status} of ${path}`, person);
  };

const LOOKS: readonly Look[] = [
  whoAmI(),
  whoAmI(json({})),
  visitor,
  readOwners('books?select=owner,title'),
  readOwners('shelves?select=id,books(owner)'),
  readOwners('rpc/dear_books?above=1&select=owner'),
  readOwners('books?select=owner&title=like.*', () => ({
    ...json({ price: randomInt(9) + 2 }, 'return=representation'),
    method: 'PATCH',
  })),
  expectStatus(400, 'rpc/fail_with', () => json({ code: 'P0001' })),
  expectStatus(403, 'books', () => json({ owner: randomUUID(), title: randomUUID() })),
  expectStatus(406, 'books?select=id,covers!inner(color)', (person) => ({
    ...json({ owner: person, title: randomUUID() }, 'return=representation'),
    headers: { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
  })),
];

/**
 * Sends requests of many callers at once, each on its own thread of requests, and looks for what one saw of another.
 * @returns every leak that was seen
 */
export async function mixCallers(
  world: World,
  { callers, requests }: { callers: number; requests: number },
): Promise<Leak[]> {
  const people = Array.from({ length: callers }, () => randomUUID());
  await world.database.sql`
    insert into public.books (shelf_id, owner, title, price)
    select 1, owner::uuid, owner, 5 from unnest(${people}::text[]) owner`;
  const leaks: Leak[] = [];
  const each = Math.ceil(requests / callers);
  await Promise.all(
    people.map(async (person) => {
      for (let sent = 0; sent < each; sent += 1) {
        const leak = await LOOKS[randomInt(LOOKS.length)]?.(world, person);
        if (leak) leaks.push(leak);
      }
    }),
  );
  return leaks;
}

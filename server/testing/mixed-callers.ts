import { randomInt, randomUUID } from 'node:crypto';
import type { World } from './data-api.ts';

/** Describes what a caller got that belongs to somebody else. */
export type Leak = string;

type Check = (world: World, person: string) => Promise<Leak | null>;

const findLeak = (isOwn: boolean, what: string, person: string): Leak | null =>
  isOwn ? null : `${person} got ${what}`;

const json = (body: unknown, prefer = ''): RequestInit => ({
  method: 'POST',
  headers: { prefer },
  body: JSON.stringify(body),
});

const checkCaller =
  (init?: RequestInit): Check =>
  async (world, person) => {
    const said = await (await world.ask('rpc/whoami', init, person)).text();
    return findLeak(said === `"authenticated ${person}"`, said, person);
  };

const checkVisitor: Check = async (world, person) => {
  const said = await (await world.ask('rpc/whoami')).text();
  return findLeak(said === '"anon nobody"', `${said} as a visitor`, person);
};

/** All owners in the response are the caller. */
const checkOwners =
  (path: string, init?: (person: string) => RequestInit): Check =>
  async (world, person) => {
    const response = await world.ask(path, init?.(person), person);
    const owners = (await response.text()).match(/(?<="owner":")[^"]+/g) ?? [];
    return findLeak(response.ok && owners.length > 0 && owners.every((owner) => owner === person), `${owners}`, person);
  };

const checkStatus =
  (status: number, path: string, init: (person: string) => RequestInit): Check =>
  async (world, person) => {
    const response = await world.ask(path, init(person), person);
    return findLeak(response.status === status, `${response.status} of ${path}`, person);
  };

const CHECKS: readonly Check[] = [
  checkCaller(),
  checkCaller(json({})),
  checkVisitor,
  checkOwners('books?select=owner,title'),
  checkOwners('shelves?select=id,books(owner)'),
  checkOwners('rpc/dear_books?above=1&select=owner'),
  checkOwners('books?select=owner&title=like.*', () => ({
    ...json({ price: randomInt(9) + 2 }, 'return=representation'),
    method: 'PATCH',
  })),
  checkStatus(400, 'rpc/fail_with', () => json({ code: 'P0001' })),
  checkStatus(403, 'books', () => json({ owner: randomUUID(), title: randomUUID() })),
  checkStatus(406, 'books?select=id,covers!inner(color)', (person) => ({
    ...json({ owner: person, title: randomUUID() }, 'return=representation'),
    headers: { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
  })),
];

/**
 * Sends requests of many callers at once, each one after the other, and checks the responses.
 * @returns every leak
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
        const leak = await CHECKS[randomInt(CHECKS.length)]?.(world, person);
        if (leak) leaks.push(leak);
      }
    }),
  );
  return leaks;
}

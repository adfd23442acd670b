import { expect, test } from 'vitest';
import { ANA, openWorld } from '../../server/testing/data-api.ts';

// Hostile requests: each is answered or rejected, none does anything else. server/fuzz.test.ts sends random ones.

const world = await openWorld();

const ATTACKS = [
  `'; drop table public.books; --`,
  `"; drop table public.books; --`,
  `1 or 1=1`,
  `x') or true --`,
  `$1`,
  `\\'; select pg_sleep(9); --`,
  `%27%20or%20%271%27=%271`,
  `"a" from public.drawers --`,
];
const PLACES: ((attack: string) => [string, RequestInit?])[] = [
  (attack) => [`shelves?name=eq.${attack}`],
  (attack) => [`shelves?name=like.${attack}`],
  (attack) => [`shelves?name=in.(${attack},"${attack.replaceAll('"', '\\"')}")`],
  (attack) => [`shelves?or=(name.eq."${attack.replaceAll('"', '\\"')}",id.eq.0)`],
  (attack) => [`shelves?name=is.${attack}`],
  (attack) => [`shelves?${attack}=eq.1`],
  (attack) => [`shelves?select="${attack.replaceAll('"', '\\"')}":name`],
  (attack) => [`shelves?select=id::${attack}`],
  (attack) => [`shelves?select=books!${attack}(id)`],
  (attack) => [`shelves?select="${attack.replaceAll('"', '\\"')}":books(id)`],
  (attack) => [`shelves?order=id.${attack}`],
  (attack) => [`shelves?order="${attack.replaceAll('"', '\\"')}"`],
  (attack) => [`shelves?limit=${attack}`],
  (attack) => [`shelves?offset=${attack}`],
  (attack) => [`${encodeURIComponent(attack)}?select=id`],
  (attack) => [`rpc/${encodeURIComponent(attack)}`],
  (attack) => [`rpc/echo?given=${attack}`],
  (attack) => [`rpc/add?${attack}=1`],
  (attack) => [`books?columns=${attack}`, { method: 'POST', body: '{}' }],
  (attack) => [`books?on_conflict=${attack}`, { method: 'POST', body: '{"title":"x"}' }],
  (attack) => ['books', { method: 'POST', body: JSON.stringify({ [attack]: 1 }) }],
  (attack) => ['books', { method: 'POST', body: JSON.stringify({ owner: ANA, title: attack }) }],
  (attack) => ['rpc/echo', { method: 'POST', body: JSON.stringify({ given: attack }) }],
  (attack) => ['rpc/add', { method: 'POST', body: JSON.stringify({ [attack]: 1 }) }],
  (attack) => ['shelves', { headers: { prefer: `return=${attack}` } }],
  (attack) => ['shelves', { headers: { 'accept-profile': attack } }],
  (attack) => ['shelves', { headers: { range: attack } }],
];

test.each(ATTACKS)('%s does nothing in any place of a request', async (attack) => {
  for (const place of PLACES) {
    const [path, init] = place(attack);
    const { status } = await world.ask(path.replaceAll('%', '%25').replaceAll('#', '%23'), init, ANA);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const rows = await world.database.sql`select id from public.books where id <= 3`;
  expect(rows).toHaveLength(3);
  await world.database.sql`delete from public.books where id > 3`;
});

test('a hostile text is stored and found unchanged', async () => {
  for (const title of ATTACKS) {
    await world.as(ANA).from('books').insert({ owner: ANA, title }).throwOnError();
    const { data } = await world.as(ANA).from('books').select('title').eq('title', title).single();
    expect(data).toEqual({ title });
    expect((await world.as(ANA).from('books').delete().eq('title', title).select('title')).data).toEqual([{ title }]);
  }
});

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
/** Where an attack stands (@), or stands in quotes with those of its own escaped (~). */
const READS = [
  ...'shelves?name=eq.@ shelves?name=like.@ shelves?name=in.(@,"~") shelves?or=(name.eq."~",id.eq.0)'.split(' '),
  ...'shelves?name=is.@ shelves?@=eq.1 shelves?select="~":name shelves?select=id::@'.split(' '),
  ...'shelves?select=books!@(id) shelves?select="~":books(id) shelves?order=id.@ shelves?order="~"'.split(' '),
  ...'shelves?limit=@ shelves?offset=@ rpc/echo?given=@ rpc/add?@=1'.split(' '),
];
type Place = (attack: string) => [string, RequestInit?];
const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
const PLACES: Place[] = [
  ...READS.map((path): Place => {
    return (attack) => [path.replaceAll('@', () => attack).replaceAll('~', () => attack.replaceAll('"', '\\"'))];
  }),
  (attack) => [`${encodeURIComponent(attack)}?select=id`],
  (attack) => [`rpc/${encodeURIComponent(attack)}`],
  (attack) => [`books?columns=${attack}`, post({})],
  (attack) => [`books?on_conflict=${attack}`, post({ title: 'x' })],
  (attack) => ['books', post({ [attack]: 1 })],
  (attack) => ['books', post({ owner: ANA, title: attack })],
  (attack) => ['rpc/echo', post({ given: attack })],
  (attack) => ['rpc/add', post({ [attack]: 1 })],
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

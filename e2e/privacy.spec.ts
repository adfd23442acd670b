import { createPerson, expect, test } from './people.ts';

const addHoursToNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('nobody else reads or changes what belongs to a driver', async ({ server }) => {
  const ana = await createPerson(server, 'ana');
  const beto = await createPerson(server, 'beto');
  const { data: spaces } = await ana.client
    .from('parking_spaces')
    .select('id, hourly_rate')
    .order('name', { ascending: false })
    .limit(1)
    .throwOnError();
  const { data } = await ana.client
    .from('reservations')
    .insert({
      user_id: ana.id,
      parking_space_id: spaces[0]?.id,
      start_time: addHoursToNow(50),
      end_time: addHoursToNow(52),
      total_amount: 0,
      status: 'active',
    })
    .select('id, total_amount')
    .single()
    .throwOnError();
  const reservationId: string = data.id;
  expect(data.total_amount).toBe((spaces[0]?.hourly_rate ?? 0) * 2);
  await test.step('another driver reads no reservation, profile, setting or role of hers', async () => {
    for (const table of ['reservations', 'profiles', 'user_settings', 'user_activity', 'user_roles']) {
      const { data } = await beto.client.from(table).select('*').eq('user_id', ana.id).throwOnError();
      expect(data).toEqual([]);
    }
  });
  await test.step('another driver cannot end her reservation, and is told that there is none', async () => {
    const { error, status } = await beto.client
      .from('reservations')
      .update({ status: 'cancelled' })
      .eq('id', reservationId)
      .select('id')
      .single();
    expect([status, error?.code]).toEqual([406, 'PGRST116']);
    const { data } = await ana.client
      .from('reservations')
      .select('status')
      .eq('id', reservationId)
      .single()
      .throwOnError();
    expect(data.status).toBe('active');
  });
  await test.step('another driver cannot book in her name', async () => {
    const { status } = await beto.client.from('reservations').insert({
      user_id: ana.id,
      start_time: addHoursToNow(60),
      end_time: addHoursToNow(61),
      status: 'active',
    });
    expect([400, 403]).toContain(status);
  });
  await test.step('a driver cannot make themselves an administrator or rich', async () => {
    const role = await beto.client.from('user_roles').insert({ user_id: beto.id, role: 'admin' });
    expect(role.status).toBe(403);
    const balance = await beto.client.from('profiles').update({ wallet_balance: 1000 }).eq('user_id', beto.id).select();
    expect(balance.status).toBe(403);
  });
  await test.step('a visitor without a session reads zones, and no reservation', async () => {
    const { supabaseKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseKey: string };
    const read = (table: string) =>
      fetch(`${server.url}/rest/v1/${table}?select=*`, { headers: { apikey: supabaseKey } });
    expect((await read('parking_zones')).status).toBe(200);
    expect((await read('reservations')).status).toBe(401);
  });
});

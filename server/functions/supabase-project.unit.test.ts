import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { verifyPerson } from '../../supabase/functions/shared/supabase-project.ts';

// Who calls a function on hosted Supabase.

const ANA = '11111111-1111-4111-8111-111111111111';
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const TOKEN = `${encode({ alg: 'ES256' })}.${encode({ aal: 'aal2' })}.c2ln`;

/** A project that lets the session of Ana read these rows of hers. */
const ask = (rows: object[]) => {
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (new Headers(init?.headers).get('authorization') !== `Bearer ${TOKEN}`)
      return Response.json({}, { status: 401 });
    return Response.json(String(input).includes('/auth/v1/user') ? { id: ANA } : rows);
  };
  const client = createClient('https://project.test', 'secret', { global: { fetch } });
  return verifyPerson(client, new Request('https://x.test', { headers: { authorization: `Bearer ${TOKEN}` } }));
};

test('the person of an open session is known with what the session has shown', async () => {
  expect(await ask([{ user_id: ANA }])).toEqual({ id: ANA, assurance: 'aal2' });
});

test('a session that is locked on a shared tablet is nobody', async () => {
  expect(await ask([])).toBeNull();
});

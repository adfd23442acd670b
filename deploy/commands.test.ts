import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { OLDEST_POSTGRES } from '../server/testing/outside-postgres.ts';
import { readCodeBlocks, runDocumented } from './testing/documentation.ts';
import { type InstalledService, installService } from './testing/installed-service.ts';
import { serve } from './testing/replica.ts';

const DOCUMENT = 'docs/backup.md';
/** For a machine that has other things to do. */
const TIMEOUT = { timeout: 20_000 };

// Outside of Debian there may be no PostgreSQL 15; where nothing may be left out it is installed first.
describe.skipIf(!existsSync(OLDEST_POSTGRES) && !process.env.CI)('a service that was installed as documented', () => {
  let service: InstalledService;

  beforeAll(async () => {
    service = await installService();
    await service.start();
  });
  afterAll(() => service?.close());
  const logIn = async (port: number): Promise<SupabaseClient> => {
    const variables = parseEnv(await readFile(service.variables, 'utf8'));
    const { PUBLISHABLE_KEY: key = '', ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = variables;
    const client = createClient(`http://127.0.0.1:${port}`, key, { auth: { persistSession: false } });
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
    return client;
  };
  const readDrill = async () => service.here((await readCodeBlocks(DOCUMENT, 'The drill'))[0] ?? '');
  /** Makes the backup that the drill restores. */
  const backUp = async () => runDocumented((await readDrill()).replace(' drill ', ' backup '));

  test('serves with the keys that the steps made, and Node reads its file as systemd does', async () => {
    expect((await fetch(`http://127.0.0.1:${service.port}/readyz`)).status).toBe(200);
    await logIn(service.port);
    const variables = parseEnv(await readFile(service.variables, 'utf8'));
    expect(variables.LOCK_VENDOR_SECRET).toBe('a secret # of mine');
    const listed = runDocumented(`set -a; . ${service.variables}; env -0`).split('\0');
    for (const [name, value] of Object.entries(variables)) expect(listed).toContain(`${name}=${value}`);
  });

  test('is backed up by cron, also after a backup by hand, which changes nothing of the product', async () => {
    runDocumented(`touch ${service.backups}/$(date +%F).parqueo`);
    const list = () => runDocumented(`find ${service.product} -printf '%p %T@\\n' | sort`);
    const before = list();
    const [lines = ''] = await readCodeBlocks(DOCUMENT, 'Nightly backups elsewhere', 'text');
    for (const line of lines.split('\n')) {
      const [, command = ''] = /^(?:\S+ ){5}parqueo (.+)$/.exec(line) ?? [];
      // cron takes a bare % for the end of a line.
      runDocumented(service.here(command.replaceAll('\\%', '%')));
    }
    expect(await readdir(service.backups)).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{4}\.parqueo$/));
    expect(list()).toBe(before);
  });

  test('is tried out in a drill that calls nobody, and leaves nothing', async () => {
    const client = await logIn(service.port);
    const { data: own } = await client.auth.getUser();
    await backUp();
    const temporary = join(service.folder, 'temporary');
    await mkdir(temporary);
    const port = await findFreePort();
    const called = service.countCallsOutside();
    const [program = '', ...args] = [...(await readDrill()).split(' '), '--port', `${port}`];
    const drill = await serve(program, args, { PATH: process.env.PATH, TMPDIR: temporary });
    await vi.waitFor(() => expect(drill.printed.join('\n')).toMatch(/An outage would have lasted \d+ s/), TIMEOUT);
    const restored = await logIn(port);
    expect((await restored.auth.getUser()).data.user?.id).toBe(own.user?.id);
    const email = 'eva@parqueo.test';
    expect((await restored.auth.signUp({ email, password: 'correct-horse-battery' })).error).toBeNull();
    const [key] = /(?<=mailbox\?key=)\S+/.exec(drill.printed.join('\n')) ?? [];
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/mailbox.json?key=${key}`)).json(), TIMEOUT)
      .toContainEqual(expect.objectContaining({ to: email }));
    expect(service.countCallsOutside()).toBe(called);
    expect(await drill.stop()).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    const { data } = await client.from('profiles').select('email').eq('email', email).throwOnError();
    expect(data).toEqual([]);
  });

  test('is restored by the documented command while it is stopped, and serves again', async () => {
    const [commands = ''] = await readCodeBlocks(DOCUMENT, 'Backups');
    const [backup = '', restore = '', replace = ''] = commands.split('\n').map(service.here);
    runDocumented(backup);
    expect(() => runDocumented(replace)).toThrow('A Parqueo is running on this database; stop it first');
    await service.stop();
    expect(() => runDocumented(restore)).toThrow('--replace deletes all of it first');
    expect(runDocumented(replace)).toContain('rows are back');
    await service.start();
    await logIn(service.port);
  });

  test('trusts no authority but those that its variables name', async () => {
    const text = await readFile(service.variables, 'utf8');
    await writeFile(service.variables, text.replace('NODE_EXTRA_CA_CERTS', '#NODE_EXTRA_CA_CERTS'));
    await expect(backUp()).rejects.toThrow('DEPTH_ZERO_SELF_SIGNED_CERT');
    await writeFile(service.variables, text);
  });
});

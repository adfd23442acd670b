import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { listen } from '../server/testing/listen.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks } from './testing/documentation.ts';

const TOOLS = join(ROOT, 'deploy/supabase-tools/node_modules');
const SUPABASE = join(TOOLS, '.bin/supabase');
const DENO = join(TOOLS, '.bin/deno');

/** Responds to what the command line sends when it sets secrets and deploys functions, and records it. */
async function startApi() {
  const calls: { request: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    calls.push({ request: `${method} ${url.replace(/^\/v1\/projects\/[a-z]{20}/, '')}`, body: await text(request) });
    const slug = new URL(url, 'http://api').searchParams.get('slug');
    const deployed = { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, created_at: 1, updated_at: 1 };
    response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(slug === null ? [] : deployed));
  });
  return { ...(await listen(server)), calls };
}

/** Runs a program to its end; what it printed is the error when it fails. */
async function runProgram(program: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}: ${out}${err}`);
  return `${out}${err}`;
}

/** Supabase's command line in a copy of the clone, linked to a project of this machine with this database. */
async function openSupabaseProject(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-supabase-'));
  const api = await startApi();
  const profile = join(folder, 'profile.yaml');
  const programs = join(folder, 'bin');
  await mkdir(programs);
  for (const name of ['supabase', 'domain']) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${api.url}\n`).join('');
  await writeFile(profile, `name: test\nproject_host: supabase.test\n${addresses}`);
  await writeFile(join(programs, 'npx'), `#!/bin/sh\nshift\nexec ${SUPABASE} "$@" --yes --profile ${profile}\n`);
  await chmod(join(programs, 'npx'), 0o755);
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: folder,
    SUPABASE_PROJECT_ID: 'abcdefghijklmnopqrst',
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    DO_NOT_TRACK: '1',
  };
  return {
    calls: api.calls,
    /** Runs a command of the documentation and returns what it printed. */
    run: (command: string) =>
      runProgram('sh', ['-c', command.replace('--remote', `--remote=${databaseUrl}`)], { cwd: folder, env }),
    async close() {
      await api.close();
      await rm(folder, { recursive: true });
    },
  };
}

const FUNCTIONS = globSync('supabase/functions/*/index.ts', { cwd: ROOT }).map((file) => basename(dirname(file)));

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

describe.each(FUNCTIONS)('the function %s', (name) => {
  // Too large to be among everybody's packages; where nothing may be left out they are installed first.
  test.skipIf(!existsSync(DENO) && !process.env.CI)('passes the type checker of Deno', async () => {
    const options = { cwd: join(ROOT, 'supabase/functions', name), env: { ...process.env, NO_COLOR: '1' } };
    await runProgram(DENO, ['check', '--no-lock', 'index.ts'], options);
  });
});

describe.skipIf(![SUPABASE, OLDEST_POSTGRES].every(existsSync) && !process.env.CI)(
  'the command line of Supabase',
  () => {
    let postgres: OutsidePostgres;
    let project: Awaited<ReturnType<typeof openSupabaseProject>>;

    beforeAll(async () => {
      const port = await findFreePort();
      postgres = await startOldestPostgres({ superuser: 'supabase_admin', port });
      const setUp = postgres.connect('supabase_admin', 'postgres');
      await setUp.unsafe(await read('supabase/tests/as-supabase-prepares-it.sql'));
      await setUp.end();
      project = await openSupabaseProject(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`);
    });
    afterAll(async () => {
      await project.close();
      await postgres.stop();
    });

    /** The commands of a chapter that need no person. */
    const commandsOf = async (document: string, heading: string) =>
      (await readCodeBlocks(document, heading)).flatMap((block) =>
        block.split('\n').filter((line) => /db push|secrets set|functions deploy/.test(line)),
      );

    test('pushes all migrations, knows every setting, and has nothing to do the second time', async () => {
      const [push = '', ...more] = await commandsOf('docs/supabase.md', 'The database');
      expect(more).toEqual([]);
      const printed = await project.run(push);
      expect(printed).not.toContain('WARN');
      const sql = postgres.connect('postgres', 'postgres');
      const applied = await sql`select version from supabase_migrations.schema_migrations`;
      await sql.end();
      expect(applied).toHaveLength(globSync('supabase/migrations/*.sql', { cwd: ROOT }).length);
      const [upgrade = ''] = await commandsOf('docs/supabase.md', 'Upgrading');
      expect(await project.run(upgrade)).toContain('up to date');
    });

    test('sets the secrets and deploys every function with the files that it needs', async () => {
      const commands = [
        ...(await commandsOf('docs/supabase.md', 'Functions')),
        ...(await commandsOf('docs/payments.md', 'On Supabase')),
      ];
      for (const command of commands) await project.run(command);
      const sent = (begin: string) => project.calls.filter(({ request }) => request.startsWith(begin));
      const secrets = sent('POST /secrets').flatMap(({ body }) => JSON.parse(body) as { name: string }[]);
      expect(secrets.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['LOCK_VENDOR_URL', 'APP_URL', 'AZUL_AUTH_KEY', 'PAYPAL_CLIENT_ID']),
      );
      for (const name of FUNCTIONS) {
        const [deployed] = sent(`POST /functions/deploy?slug=${name}`);
        expect(deployed?.body).toContain('"verify_jwt":false');
        expect(deployed?.body).toContain(`filename="supabase/functions/${name}/handler.ts"`);
        expect(deployed?.body).toContain('"import_map_path":"supabase/functions/deno.json"');
        expect(deployed?.body).toContain('filename="supabase/functions/shared/http.ts"');
      }
      expect(sent('POST /functions/deploy?slug=payments')[0]?.body).toContain('filename="domain/money/cents.ts"');
    });
  },
);

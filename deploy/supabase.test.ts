import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { OLDEST_POSTGRES, type OutsidePostgres, startOldestPostgres } from '../server/testing/outside-postgres.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks } from './testing/documentation.ts';
import { DENO, openSupabaseProject, runProgram, SUPABASE } from './testing/supabase-cli.ts';

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

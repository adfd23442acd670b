import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from './create-image-folder.ts';

const TOOLS = join(ROOT, 'deploy/supabase-tools/node_modules');
export const SUPABASE = join(TOOLS, '.bin/supabase');
export const DENO = join(TOOLS, '.bin/deno');

type ApiCall = { request: string; body: string };

/** Responds to what the command line sends when it sets secrets and deploys functions, and records it. */
async function startApi() {
  const calls: ApiCall[] = [];
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    calls.push({ request: `${method} ${url.replace(/^\/v1\/projects\/[a-z]{20}/, '')}`, body: await text(request) });
    const slug = new URL(url, 'http://api').searchParams.get('slug');
    const deployed = { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, created_at: 1, updated_at: 1 };
    response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(slug === null ? [] : deployed));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, close: () => server.close() };
}

/** Runs a program to its end; what it printed is the error when it fails. */
export async function runProgram(program: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${program} ended with ${child.exitCode}: ${out}${err}`);
  return `${out}${err}`;
}

/**
 * Supabase's command line in a copy of the clone, linked to a project of this machine.
 * @param databaseUrl of the project's database
 */
export async function openSupabaseProject(databaseUrl: string) {
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
      api.close();
      await rm(folder, { recursive: true });
    },
  };
}

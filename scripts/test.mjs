// npm test: installs what is missing and runs every check.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installDebian, isContinuousIntegration } from './browser.mjs';
import { BROWSER_CHECKS, runChecks, STATIC_CHECKS, vitest } from './checks.mjs';
import { install } from './prepare.mjs';
import { npm, ROOT, requireNode } from './project.mjs';

/** The oldest PostgreSQL the product runs on, a pooler and a load balancer, as Debian has them: tests run servers on them. */
const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin/postgres';
const NGINX = '/usr/sbin/nginx';
const PGBOUNCER = '/usr/sbin/pgbouncer';
/** Supabase's command line and Deno: packages of their own, as they are a quarter as large as all others. */
const SUPABASE_TOOLS = 'deploy/supabase-tools';

requireNode();
await install();
if (isContinuousIntegration() && ![OLDEST_POSTGRES, NGINX, PGBOUNCER].every(existsSync))
  await installDebian(['postgresql', 'nginx', 'pgbouncer']);
if (isContinuousIntegration() && !existsSync(join(ROOT, SUPABASE_TOOLS, 'node_modules')))
  await npm(['install', '--prefix', SUPABASE_TOOLS, '--no-package-lock', '--ignore-scripts']);

await runChecks([
  ...STATIC_CHECKS,
  vitest('unit, component, server, database and deployment tests'),
  ...BROWSER_CHECKS,
]);

// npm test: installs what is missing and runs every check.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installDebian, isContinuousIntegration } from './browser.mjs';
import { BROWSER_CHECKS, runChecks, STATIC_CHECKS, vitest } from './checks.mjs';
import { install } from './prepare.mjs';
import { npm, ROOT, requireNode } from './project.mjs';

/** Debian packages that tests run servers with. Its PostgreSQL is the oldest that the product runs on. */
const DEBIAN_PACKAGES = {
  postgresql: '/usr/lib/postgresql/15/bin/postgres',
  nginx: '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  'gettext-base': '/usr/bin/envsubst',
};
/** Supabase's command line and Deno: packages of their own, as they are a quarter as large as all others. */
const SUPABASE_TOOLS = 'deploy/supabase-tools';

requireNode();
await install();
if (isContinuousIntegration() && !Object.values(DEBIAN_PACKAGES).every(existsSync))
  await installDebian(Object.keys(DEBIAN_PACKAGES));
if (isContinuousIntegration() && !existsSync(join(ROOT, SUPABASE_TOOLS, 'node_modules')))
  await npm(['install', '--prefix', SUPABASE_TOOLS, '--no-package-lock', '--ignore-scripts']);

await runChecks([
  ...STATIC_CHECKS,
  vitest('unit, component, server, database and deployment tests'),
  ...BROWSER_CHECKS,
]);

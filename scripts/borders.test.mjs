import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { program, ROOT } from './project.mjs';

const below = (folder) => `web/${folder} is below these folders: docs/architecture.md has the order.`;
const TEST_HELPER = 'Production code imports no test helper.';
const PRODUCT = 'supabase-server knows nothing of the product: it is handed what it needs.';
const CYCLE = 'This import is part of a cycle.';

/** One file for each way to cross a border, the module it imports and the linter's message. */
const CROSSINGS = [
  ['web/screens/one.ts', '../app/router.tsx', below('screens')],
  ['web/samples/two.ts', '../app/router.tsx', below('samples')],
  ['web/screens/nineteen.ts', '../samples/sample-conversations.ts', below('screens')],
  ['web/office/zones/three.ts', '../../samples/sample-conversations.ts', below('office')],
  ['web/staff/twenty.ts', '../office/people/people.ts', below('staff')],
  ['web/office/people/twenty-one.ts', '../../staff/team.ts', below('office')],
  ['web/booking/zones/four.ts', '../../office/people/people.ts', below('booking')],
  ['web/money/wallet/five.ts', '../../booking/zones/zones.ts', below('money')],
  ['web/map/markers/six.ts', '../../account/session/session-provider.tsx', below('map')],
  ['web/account/session/seven.ts', '../../map/map-view.tsx', below('account')],
  ['web/data/eight.ts', '../booking/zones/zones.ts', below('data')],
  ['web/ui/nine.ts', '../data/connection.ts', below('ui')],
  ['web/booking/zones/sixteen.ts', '../../testing/fake-server.ts', TEST_HELPER],
  ['web/screens/ten.ts', '../../server/app.ts', 'web depends on domain only.'],
  ['server/eleven.ts', '../web/paths.ts', 'nothing imports from web.'],
  ['server/mail/twelve.ts', '../testing/database.ts', TEST_HELPER],
  ['supabase-server/gotrue/seventeen.ts', '../../domain/problems.ts', PRODUCT],
  ['supabase-server/eighteen.ts', '../server/config/config.ts', PRODUCT],
  ['domain/zones/thirteen.ts', '../../server/app.ts', 'domain is pure and depends on nothing of the product.'],
  ['server/fourteen.ts', './fifteen.ts', CYCLE],
  ['server/fifteen.ts', './fourteen.ts', CYCLE],
];

/** Imports that stay within the borders. */
const ALLOWED = [
  ['web/app/demo.ts', '../samples/sample-conversations.ts'],
  ['web/samples/park.ts', '../screens/zones.tsx'],
  ['web/office/zones/list.ts', '../../booking/zones/zones.ts'],
  ['web/booking/zones/place.ts', '../../map/map-view.tsx'],
  ['web/booking/zones/list.test.ts', '../../testing/fake-server.ts'],
  ['web/money/wallet/session.ts', '../../account/session/session-provider.tsx'],
  ['server/mail/send.ts', '../../domain/problems.ts'],
  ['server/sign-in.ts', '../supabase-server/host.ts'],
  ['supabase-server/gotrue/token.ts', '../host.ts'],
];

const folder = mkdtempSync(join(tmpdir(), 'parqueo-borders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The linter's messages about imports, by the file that they are about. */
function lint() {
  cpSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const [file, imported] of [...CROSSINGS, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import * as imported from '${imported}';\n\nexport const first = imported;\n`);
  }
  const biome = [program('@biomejs/biome/bin/biome'), 'lint', '--reporter=json', '--vcs-enabled=false', '.'];
  const { stdout } = spawnSync(process.execPath, biome, { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout).diagnostics;
}

const diagnostics = lint();

test.each(CROSSINGS)('the linter rejects that %s imports %s', (file, _imported, message) => {
  const found = diagnostics.filter(({ location }) => location.path === file);
  expect(found.map((diagnostic) => diagnostic.message)).toEqual([message]);
});

test('the linter accepts imports from the layers below', () => {
  const files = new Set(CROSSINGS.map(([file]) => file));
  expect(diagnostics.filter(({ location }) => !files.has(location.path))).toEqual([]);
});

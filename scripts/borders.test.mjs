import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { program, ROOT } from './project.mjs';

const CAPABILITY = 'Capabilities do not import each other: a screen joins them.';
const BASE = 'ui, platform, data and map import no capability, no screen and no app.';
const SAMPLES = 'Only screens import samples.';
const TEST_HELPER = 'Production code imports no test helper.';
const CYCLE = 'This import is part of a cycle.';

/** One file for each way to cross a border, the module it imports and the linter's message. */
const CROSSINGS = [
  ['web/zones/one.ts', '../people/data.ts', CAPABILITY],
  ['web/zones/admin/two.ts', '../../people/data.ts', CAPABILITY],
  ['web/zones/three.ts', '../screens/zones.tsx', 'Only app imports screens, and nothing imports app.'],
  ['web/zones/four.ts', '../testing/fake-server.ts', TEST_HELPER],
  ['web/zones/sheet/sixteen.ts', '../../samples/sample-zones.ts', SAMPLES],
  ['web/ui/seventeen.ts', '../samples/sample-zones.ts', SAMPLES],
  ['web/samples/eighteen.ts', '../screens/zones.tsx', 'Only app imports screens, and nothing imports app.'],
  ['web/screens/five.ts', '../app/router.tsx', 'Nothing imports app.'],
  ['web/map/markers/six.ts', '../../zones/data.ts', BASE],
  ['web/data/seven.ts', '../reservations/data.ts', BASE],
  ['web/ui/eight.ts', '../zones/data.ts', BASE],
  ['web/ui/nine.ts', '../../domain/zones/zone.ts', 'ui knows no word of the product.'],
  ['web/screens/ten.ts', '../../server/app.ts', 'web depends on domain only.'],
  ['server/eleven.ts', '../web/paths.ts', 'nothing imports from web.'],
  ['server/mail/twelve.ts', '../testing/database.ts', TEST_HELPER],
  ['domain/zones/thirteen.ts', '../../server/app.ts', 'domain is pure and depends on nothing of the product.'],
  ['server/fourteen.ts', './fifteen.ts', CYCLE],
  ['server/fifteen.ts', './fourteen.ts', CYCLE],
];

/** Imports that stay within the borders. */
const ALLOWED = [
  ['web/app/root.ts', '../screens/zones.tsx'],
  ['web/screens/park.ts', '../zones/data.ts'],
  ['web/screens/rate.ts', '../reservations/data.ts'],
  ['web/screens/demo.ts', '../samples/sample-zones.ts'],
  ['web/samples/park.ts', '../zones/data.ts'],
  ['web/zones/sheet/list.ts', '../../ui/button.tsx'],
  ['web/zones/sheet/place.ts', '../../map/map-view.tsx'],
  ['web/zones/sheet/price.ts', '../../../domain/zones/zone.ts'],
  ['web/zones/sheet/list.test.ts', '../../testing/fake-server.ts'],
  ['web/ui/toast.ts', '../../domain/problems.ts'],
  ['server/mail/send.ts', '../../domain/problems.ts'],
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

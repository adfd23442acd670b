import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Prints the packages that the product runs on and that are installed here, as a bill of materials in CycloneDX's format.

type Packages = Record<string, { dev?: boolean; devDependencies?: unknown }>;
type Lock = { packages: Packages };

const ROOT = join(import.meta.dirname, '..');
const SBOM = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];

const readJson = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const isNeeded = ([path, { dev }]: [string, Packages[string]]) => !dev && existsSync(join(ROOT, path));

// npm's own --omit=dev leaves out what development needs too, React among it (npm/cli#7909): npm reads files without development.
const manifest = readJson('package.json');
const lock: Lock = readJson('package-lock.json');
lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(isNeeded));
for (const root of [manifest, lock.packages['']]) delete root.devDependencies;

const folder = mkdtempSync(join(tmpdir(), 'parqueo-sbom-'));
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const bill = JSON.parse(execFileSync('npm', SBOM, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 }));
  // What differs each time, and the name of the folder.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  bill.metadata.component.name = manifest.name;
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

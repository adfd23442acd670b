import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const print = () => execFileSync(process.execPath, [join(ROOT, 'build/make-sbom.ts')], { cwd: '/', encoding: 'utf8' });
const { dependencies, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

type Component = { name: string; version: string };

test('the bill of materials has the packages of the product, and no tool of development', () => {
  const { components, metadata } = JSON.parse(print()) as { components: Component[]; metadata: object };
  const packages = new Set(components.map((component) => `${component.name} ${component.version}`));
  const asked = Object.entries(dependencies).map(([name, number]) => `${name} ${number}`);
  expect(asked.filter((name) => !packages.has(name))).toEqual([]);
  const names = new Set(components.map(({ name }) => name));
  // What only other packages ask for, those of development among them.
  for (const name of ['@mapbox/vector-tile', 'pg-types', 'scheduler']) expect(names).toContain(name);
  for (const name of ['typescript', 'vitest']) expect(names).not.toContain(name);
  expect(metadata).toMatchObject({ component: { name: 'parqueo', version, type: 'application' } });
});

test('the bill of materials is the same each time', () => {
  expect(print()).toBe(print());
});

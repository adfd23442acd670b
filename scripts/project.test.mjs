import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources, ROOT } from './project.mjs';

test('texts that a build compiles do not make the next start build again', () => {
  const folder = join(ROOT, 'domain/language/compiled');
  mkdirSync(folder, { recursive: true });
  const before = hashSources(['domain']);
  const compiled = join(folder, 'of-this-test.js');
  onTestFinished(() => rmSync(compiled));
  writeFileSync(compiled, '');
  expect(hashSources(['domain'])).toBe(before);
});

test('a changed source does', () => {
  const source = join(ROOT, 'domain/of-this-test.txt');
  const before = hashSources(['domain']);
  onTestFinished(() => rmSync(source));
  writeFileSync(source, '');
  expect(hashSources(['domain'])).not.toBe(before);
});

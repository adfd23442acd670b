import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashSources, ROOT } from './project.mjs';

test('the types that a build writes do not make the next start build again', () => {
  const file = join(ROOT, 'domain/language/message-parameters.ts');
  const before = hashSources(['domain']);
  const types = existsSync(file) ? readFileSync(file) : null;
  onTestFinished(() => (types === null ? rmSync(file) : writeFileSync(file, types)));
  writeFileSync(file, '');
  expect(hashSources(['domain'])).toBe(before);
});

test('a changed source does', () => {
  const source = join(ROOT, 'domain/of-this-test.txt');
  const before = hashSources(['domain']);
  onTestFinished(() => rmSync(source));
  writeFileSync(source, '');
  expect(hashSources(['domain'])).not.toBe(before);
});

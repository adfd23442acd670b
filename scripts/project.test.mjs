import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

test('an install on an older Node prints no page about packages that ask for a newer one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parqueo-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'newer'));
  const write = (path, content) => writeFileSync(join(folder, path), JSON.stringify(content));
  write('newer/package.json', { name: 'newer', version: '1.0.0', engines: { node: '>=999' } });
  write('package.json', { private: true, dependencies: { newer: 'file:./newer' } });
  copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_config_')));
  const { status, stderr } = spawnSync('npm', ['install', '--offline'], { cwd: folder, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

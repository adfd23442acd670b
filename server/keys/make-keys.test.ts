import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNextKeys, generateKeys } from './keys.ts';

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'make-keys.ts'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  return { status, stdout, lines: stderr.trim().split('\n') };
};

test('npm run keys prints a set', () => {
  const names = run()
    .stdout.trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names).toEqual(['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY', 'SECRET_KEY', 'PUSH_KEY']);
});

test.each([[['--rotate']], [['--add', '--remove']], [['--add', 'one', 'two']], [['file']]])(
  'npm run keys -- %j ends with one line that says what it takes',
  (args) => {
    expect(run(...args)).toEqual({
      status: 1,
      stdout: '',
      lines: [expect.stringMatching(/^keys takes one step: npm run keys/)],
    });
  },
);

test('a file of variables that is not there is named', () => {
  expect(run('--add', '/nowhere/parqueo.env').lines).toEqual(['/nowhere/parqueo.env cannot be read (ENOENT)']);
});

test('keys cannot change places when there is only one, nor be replaced where there are none', async () => {
  const { authSigningKeys, publishableKey } = await generateKeys();
  const env = { AUTH_SIGNING_KEYS: authSigningKeys, PUBLISHABLE_KEY: publishableKey };
  await expect(findNextKeys('switch', env)).rejects.toThrow(/have no second key; "npm run keys -- --add" adds one$/);
  await expect(findNextKeys('add', {})).rejects.toThrow(/^AUTH_SIGNING_KEYS is not set; name the file that sets it/);
});

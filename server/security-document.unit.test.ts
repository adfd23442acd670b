import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const ROW = /\| `(?<file>[\w./-]+\.(?:test|spec)\.ts)`: (?<title>.+) \|$/;

const rows = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const { file, title } = ROW.exec(line)?.groups ?? {};
    return file !== undefined && title !== undefined ? [[file, title] as const] : [];
  });

test('the threats of SECURITY.md name tests', () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)('%s shows what SECURITY.md says it does: %s', (file, title) => {
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`'${title}'`);
});

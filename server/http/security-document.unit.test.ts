import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise'))
  .map((line) => {
    const [, promise = '', shownBy = ''] = line.split('|').map((cell) => cell.trim());
    const names = [...shownBy.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name);
    return [promise, names.map((name) => (name.includes('/') ? name : `supabase/tests/${name}.test.ts`))] as const;
  });

test.each(rows)('a test shows that SECURITY.md promises rightly: %s', (_, files) => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/\btest(\.each)?[(<[]/);
});

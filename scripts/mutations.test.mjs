import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './project.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const mutations = globSync('scripts/mutations/*.json', { cwd: ROOT }).flatMap((file) => JSON.parse(read(file)));
const TESTS = globSync('{server,supabase,supabase-server,web}/**/*.test.{ts,tsx}', { cwd: ROOT });

test.each(mutations)(
  'the mutation "$name" changes a text that is there once, and names tests that exist',
  (mutation) => {
    expect(read(mutation.file).split(mutation.find)).toHaveLength(2);
    const filters = mutation.tests.filter(
      (word, nth) => !word.startsWith('-') && !mutation.tests[nth - 1]?.startsWith('-'),
    );
    const title = mutation.tests.find((_, nth) => mutation.tests[nth - 1] === '-t') ?? '';
    for (const filter of filters) {
      const files = TESTS.filter((path) => path.includes(filter));
      expect(
        files.filter((path) => read(path).includes(title)),
        `${filter} ${title}`,
      ).not.toEqual([]);
    }
  },
);

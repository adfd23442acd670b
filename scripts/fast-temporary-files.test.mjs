import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers } from './fast-temporary-files.mjs';

test('what a killed run left is removed, and the folders of runs under way stay', () => {
  const parent = mkdtempSync(join(tmpdir(), 'parqueo-memory-'));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = join(parent, `parqueo-${ended}-AbCdEf`);
  const used = `parqueo-${process.pid}-AbCdEf`;
  for (const folder of [left, join(parent, used), join(parent, 'parqueo-e2e-AbCdEf')]) mkdirSync(folder);
  writeFileSync(join(left, 'data'), '');

  removeLeftovers(parent);
  expect(readdirSync(parent).toSorted()).toEqual([used, 'parqueo-e2e-AbCdEf'].toSorted());
});

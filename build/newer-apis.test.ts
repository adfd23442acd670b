import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWER_APIS } from '../e2e/newer-apis.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = /^(?!.*(\.test\.|\btesting\/|\bsetup\b)).*\.(tsx?|js|html)$/;
/** What the source asks for before it uses it. */
const ASKED_FOR = ['requestIdleCallback', 'cancelIdleCallback', 'Navigator#share', 'BarcodeDetector', 'CloseWatcher'];
/** Names that have other meanings in the sources too; the browser test takes these from the browser. */
const HAS_OTHER_MEANINGS = [
  'URLSearchParams#size',
  'Navigator#connection',
  'ReadableStream#values',
  'Set#union',
  'navigation',
  'scheduler',
];

test('no source uses what the oldest browsers do not know', () => {
  const names = NEWER_APIS.filter(
    (name) => ![...ASKED_FOR, ...HAS_OTHER_MEANINGS, 'Promise.withResolvers'].includes(name),
  );
  const toPattern = (name: string) => (name.includes('#') ? name.replace(/^.*#/, '\\.') : name.replace('.', '\\.'));
  const newer = new RegExp(`(?<![\\w.])(${names.map(toPattern).join('|')})\\b`);
  const files = ['web', 'domain'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const found = files
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
      const [, name] = newer.exec(code) ?? [];
      return name === undefined ? [] : [`${file}: ${name}`];
    });
  expect(found).toEqual([]);
});

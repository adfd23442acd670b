import { expect, test } from 'vitest';
import { toBareJpeg } from './plates.ts';

const segment = (marker: string, body: string) => `\xff${marker}\x00${String.fromCharCode(body.length + 2)}${body}`;
const SCAN = '\xff\xda\x00\x03\x01pixels\xff\xd9';

test('a drawn photo keeps its tables and JFIF, and loses EXIF, profiles and comments', () => {
  const jfif = segment('\xe0', 'JFIF');
  const table = segment('\xdb', 'table');
  const drawn = `\xff\xd8${jfif}${segment('\xe1', 'Exif')}${segment('\xe2', 'ICC')}${table}${segment('\xfe', 'note')}${SCAN}`;
  expect(toBareJpeg(drawn)).toBe(`\xff\xd8${jfif}${table}${SCAN}`);
});

test.each(['', '\xff\xd8', '\xff\xd8\xff\xe1'])('what is cut off comes to an end: %j', (cut) => {
  expect(toBareJpeg(cut)).toContain(cut);
});

import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test('a text without its accents and case is the same however it was typed', () => {
  expect(foldText('Máximo Gómez')).toBe('maximo gomez');
  expect(foldText('MA\u0301XIMO GO\u0301MEZ')).toBe('maximo gomez');
  expect(foldText('Güibia, Ñuñoa; São Paulo')).toBe('guibia, nunoa; sao paulo');
});

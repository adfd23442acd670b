import { describe, expect, test } from 'vitest';
import { getInitials } from './person.ts';

describe('getInitials', () => {
  test.each([
    ['Ana Pérez', 'AP'],
    ['ana pérez', 'AP'],
    ['José Ángel Díaz Ureña', 'JÁ'],
    ['Madonna', 'M'],
    ['Ñico Ülmez', 'ÑÜ'],
    ['  Ana   \t Pérez ', 'AP'],
    ['Ana\u00a0Pérez', 'AP'],
    ['(Ana) "Pérez"', 'AP'],
    ['3 Reyes', 'R'],
    ["d'Óleo Peña", 'DP'],
    ['ßen Ana', 'SA'],
    ['李 小龙', '李小'],
  ])('shortens %j to %s', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });

  test('treats an accent typed apart from its letter as part of it', () => {
    expect(getInitials('A\u0301ngel Ruiz')).toBe('ÁR');
  });

  test.each([null, '', '   ', '🚗', '123'])('is U for %j, which is no name', (name) => {
    expect(getInitials(name)).toBe('U');
  });
});

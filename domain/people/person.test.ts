import { describe, expect, test } from 'vitest';
import { getInitials } from './person.ts';

describe('getInitials', () => {
  test.each([
    ['Ana Pérez', 'AP'],
    ['José Ángel Díaz Ureña', 'JÁ'],
    ['Madonna', 'M'],
    ['Ñico Ülmez', 'ÑÜ'],
    ['A\u0301ngel Ruiz', 'ÁR'],
    ['  Ana   \t Pérez ', 'AP'],
    ['Ana\u00a0Pérez', 'AP'],
    ['(Ana) "Pérez"', 'AP'],
    ["d'Óleo Peña", 'DP'],
    ['李 小龙', '李小'],
  ])('shortens %j to %s', (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });

  test.each([null, '', '   ', '🚗', '123'])('is U for %j, which is no name', (name) => {
    expect(getInitials(name)).toBe('U');
  });
});

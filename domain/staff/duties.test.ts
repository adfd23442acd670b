import { expect, test } from 'vitest';
import { nameActor } from './duties.ts';

test('a kept name says the duty in the language of the reader, and all else as it was kept', () => {
  const inSpanish = (kept: string) => nameActor(kept, { locale: 'es' });
  expect(inSpanish('Carmen Caja (cashier)')).toBe('Carmen Caja (Cajero)');
  expect(inSpanish('Ada (admin)')).toBe('Ada (Administrador)');
  expect(inSpanish('Ana (manager) (attendant)')).toBe('Ana (manager) (Auxiliar)');
  expect(inSpanish('Ana (la jefa)')).toBe('Ana (la jefa)');
  expect(nameActor('Ana (accountant)')).toBe('Ana (Accountant)');
});

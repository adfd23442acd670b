import { vi } from 'vitest';

/** The least that bcrypt takes: sixty times as fast as what the product hashes passwords with. */
const COST = 4;

vi.mock('@node-rs/bcrypt', async (importOriginal) => {
  const bcrypt = await importOriginal<typeof import('@node-rs/bcrypt')>();
  return { ...bcrypt, hash: (password: string) => bcrypt.hash(password, COST) };
});

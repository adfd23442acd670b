import { beforeEach, expect, test, vi } from 'vitest';

/** A browser's storage that takes so many characters. */
class SmallStorage {
  [key: string]: unknown;
  constructor(room: number) {
    const used = () => Object.entries(this).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0);
    const define = (name: string, value: unknown) => Object.defineProperty(this, name, { value });
    define('getItem', (key: string) => this[key] ?? null);
    define('removeItem', (key: string) => delete this[key]);
    define('setItem', (key: string, value: string) => {
      const before = String(this[key] ?? '').length;
      if (used() - before + value.length + key.length > room) throw new DOMException('full', 'QuotaExceededError');
      this[key] = value;
    });
  }
}

async function open(storage: unknown) {
  vi.resetModules();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      if (storage instanceof Error) throw storage;
      return storage;
    },
  });
  return import('./device-storage.ts');
}

beforeEach(() => () => void Reflect.deleteProperty(globalThis, 'localStorage'));

test.each([
  ['refuses', new Error('SecurityError')],
  ['lacks', null],
])('in a browser that %s storage the page keeps values until it is closed, and says so once', async (_, storage) => {
  const { deviceStorage, getStorageTrouble, onStorageTrouble } = await open(storage);
  const hear = vi.fn();
  onStorageTrouble(hear);
  deviceStorage.setItem('a', '1');
  expect(deviceStorage.getItem('a')).toBe('1');
  expect(deviceStorage.getKeys()).toEqual(['a']);
  deviceStorage.removeItem('a');
  expect(deviceStorage.getItem('a')).toBeNull();
  expect([getStorageTrouble(), hear.mock.calls.length]).toEqual(['blocked', 1]);
});

test('on a full device pictures go before tickets, and both before anything else', async () => {
  const storage = new SmallStorage(120);
  const { deviceStorage, getStorageTrouble } = await open(storage);
  deviceStorage.setItem('parqueo.map-pictures', 'p'.repeat(20));
  deviceStorage.setItem('parqueo.tickets.ana', 't'.repeat(20));
  deviceStorage.setItem('session', 's'.repeat(20));
  expect(Object.keys(storage)).toHaveLength(3);
  deviceStorage.setItem('other', 'o'.repeat(20));
  expect(Object.keys(storage)).toEqual(['parqueo.tickets.ana', 'session', 'other']);
  deviceStorage.setItem('session', 's'.repeat(70));
  expect(Object.keys(storage).toSorted()).toEqual(['other', 'session']);
  expect(getStorageTrouble()).toBeNull();
});

test('what has no room at all stays in the page, and its older value does not come back', async () => {
  const { deviceStorage, getStorageTrouble } = await open(new SmallStorage(40));
  deviceStorage.setItem('session', 'old');
  deviceStorage.setItem('session', 'n'.repeat(50));
  expect(deviceStorage.getItem('session')).toBe('n'.repeat(50));
  expect(globalThis.localStorage.getItem('session')).toBeNull();
  expect(getStorageTrouble()).toBe('full');
});

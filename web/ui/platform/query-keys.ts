import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** How the key of every query begins: with the folder of web that reads it. A write invalidates by it what it changes. */
export const ROOT = {
  office: ['office'],
  staff: ['staff'],
  locks: ['locks'],
  booking: ['booking'],
  money: ['money'],
  account: ['account'],
  map: ['map'],
  data: ['data'],
  ui: ['ui'],
} as const;

/** The keys of a folder. Called with nothing, each of them is the beginning of all keys of its name. */
export function createKeys<Name extends string>(root: keyof typeof ROOT, ...names: Name[]) {
  const entries = names.map((name) => [name, (...of: unknown[]) => [...ROOT[root], name, ...of]]);
  return Object.fromEntries(entries) as Record<Name, (...of: unknown[]) => readonly unknown[]>;
}

export const uiKeys = createKeys('ui', 'ownPosition', 'locationPermission', 'chartLibrary');

/** Reads again what these keys begin; done when all of it is here. */
export const readAgain = (queryClient: QueryClient, keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

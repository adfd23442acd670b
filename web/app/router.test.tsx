import type { RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { listPaths } from '../paths.ts';
import { createRouter } from './router.tsx';

vi.mock('./root.tsx', () => ({ connectRoot: async () => () => null }));
vi.mock('../ui/platform/browser-config.ts', () => ({ loadBrowserConfig: async () => ({ samples: false }) }));

const readPaths = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path = '*', children = [] }) => [path, ...readPaths(children)]);

test('every screen has a path that the server knows, which responds to others with 404', () => {
  const router = createRouter();
  router.dispose();
  const known = ['*', ...listPaths()];
  const screens = readPaths(router.routes).map((path) => path.replace(/:\w+/, '*'));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((path) => !known.includes(path))).toEqual([]);
});

/** The guards that each address is behind. */
const listGuarded = async (routes: readonly RouteObject[], guards: string[] = []): Promise<[string, string[]][]> => {
  const found = await Promise.all(
    routes.map(async ({ path, lazy, children = [] }): Promise<[string, string[]][]> => {
      const loaded = path === undefined && typeof lazy === 'function' ? await lazy() : undefined;
      const own = loaded?.Component?.name ?? '';
      const below = await listGuarded(children, own.startsWith('Require') ? [...guards, own] : guards);
      return path === undefined ? below : [[path, guards], ...below];
    }),
  );
  return found.flat();
};

test('nobody comes to a screen of staff or of the office but through its guard', async () => {
  const router = createRouter();
  router.dispose();
  const guarded = (await listGuarded(router.routes)).filter(([path]) => /^\/(staff|admin)/.test(path));
  expect(guarded.length).toBeGreaterThan(12);
  const books = ['/admin/month', '/admin/fiscal'];
  expect(guarded).toEqual(
    guarded.map(([path]) => {
      if (path === '/staff/invitation') return [path, ['RequireSession']];
      if (books.includes(path)) return [path, ['RequireSession', 'RequireBooks']];
      return [path, ['RequireSession', path.startsWith('/staff') ? 'RequireDuty' : 'RequireAdmin']];
    }),
  );
});

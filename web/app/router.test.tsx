import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { listPaths } from '../paths.ts';
import { createRouter } from './router.tsx';

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

import type { RouteObject } from 'react-router';
import { connected } from '../data/connecting.ts';
import { paths } from '../paths.ts';
import { toasts } from '../ui/late-toaster.tsx';

/** The one screen that asks the server for nothing and says nothing by itself; it is drawn before there is a way to do either. */
const NEEDS_NOTHING: string = paths.intro;

/** The same routes, where each screen is opened when the connection and the toasts are there, as well as its own code. */
export function whenConnected(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const { children, lazy, path } = route;
    if (children !== undefined) return { ...route, children: whenConnected(children) };
    if (typeof lazy !== 'function' || path === NEEDS_NOTHING) return route;
    return {
      ...route,
      lazy: async () => {
        const [screen] = await Promise.all([lazy(), connected(), toasts()]);
        return screen;
      },
    };
  });
}

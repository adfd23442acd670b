import type { ReactNode } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useUser } from './session-provider.tsx';

type ReturnLocation = Pick<Location<unknown>, 'pathname' | 'search' | 'hash' | 'state'>;

/** A path of this origin: one slash, not followed by a second one. */
const OWN_PATH = /^\/(?![/\\])/;
const toLocation = (pathname: string): ReturnLocation => ({ pathname, search: '', hash: '', state: null });

type RedirectSignedInProps = {
  children?: ReactNode;
  /** Where signed-in people continue; by default at the screen that sent them here, or at the map. */
  to?: string | undefined;
};

/** Shows its children to visitors only. */
export function RedirectSignedIn({ children = <Outlet />, to: path }: RedirectSignedInProps) {
  const user = useUser();
  const location = useLocation();
  if (user === null) return children;
  const target = path === undefined ? parseReturnLocation(location.state) : toLocation(path);
  const { state, ...to } = target ?? toLocation(paths.map);
  return <Navigate to={to} replace state={state} />;
}

/** Parses the `from` of a navigation state. It comes from the browser's history, so it is not trusted. */
function parseReturnLocation(state: unknown): ReturnLocation | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'object' || from === null) return null;
  const location: Partial<Record<keyof ReturnLocation, unknown>> = { ...from };
  if (typeof location.pathname !== 'string' || !OWN_PATH.test(location.pathname)) return null;
  const toText = (value: unknown) => (typeof value === 'string' ? value : '');
  const { pathname, search, hash } = location;
  return { pathname, search: toText(search), hash: toText(hash), state: location.state };
}

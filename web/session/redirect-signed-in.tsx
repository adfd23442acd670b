import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router';
import { useReturnLocation } from './return-place.ts';
import { useUser } from './session-provider.tsx';

/** Shows what is for visitors only; whoever is signed in, or just became so, goes on to where they were going. */
export function RedirectSignedIn({ children = <Outlet /> }: { children?: ReactNode }) {
  const user = useUser();
  const { state, ...to } = useReturnLocation();
  return user ? <Navigate to={to} replace state={state} /> : children;
}

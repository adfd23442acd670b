import type { User } from '@supabase/supabase-js';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { currentSession, onSessionChange } from './data.ts';

/** Who uses the product in this browser; `checking` until the first look for a session is over. */
export type SessionState = { status: 'checking' } | { status: 'signed-out' } | { status: 'signed-in'; user: User };

const SessionContext = createContext<SessionState | null>(null);

/** Who is signed in. @throws outside of SessionProvider */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs SessionProvider above it');
  return session;
}

/** The signed-in person, or null while checking and when signed out. */
export function useUser(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}

type SessionProviderProps = {
  children: ReactNode;
  /** Called when a session ends, here or in another tab. */
  onSignedOut: () => void;
};

/** Keeps the session of this browser for everything below it. */
export function SessionProvider({ children, onSignedOut }: SessionProviderProps) {
  // undefined until the first look is over.
  const [user, setUser] = useState<User | null | undefined>(undefined);

  useEffect(() => {
    let isCurrent = true;
    const stop = onSessionChange((event, session) => {
      if (event === 'INITIAL_SESSION') return;
      setUser(session?.user ?? null);
      if (event === 'SIGNED_OUT') onSignedOut();
    });
    currentSession().then(
      (session) => isCurrent && setUser((known) => known ?? session?.user ?? null),
      () => isCurrent && setUser((known) => known ?? null),
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [onSignedOut]);

  const state = useMemo<SessionState>(() => {
    if (user === undefined) return { status: 'checking' };
    return user === null ? { status: 'signed-out' } : { status: 'signed-in', user };
  }, [user]);

  return <SessionContext value={state}>{children}</SessionContext>;
}

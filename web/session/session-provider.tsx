import type { User } from '@supabase/supabase-js';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { currentSession, onSessionChange } from './data.ts';
import { useSignInAnswer } from './use-sign-in-answer.ts';

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
  /** Called when a session ends, here or in another tab; not for one that had already ended when the product started. */
  onSignedOut: () => void;
};

/** Keeps the session of this browser for everything below it. Stands inside the router. */
export function SessionProvider({ children, onSignedOut }: SessionProviderProps) {
  const user = useSessionUser(onSignedOut);
  useSignInAnswer({ isChecked: user !== undefined });

  const state = useMemo<SessionState>(() => {
    if (user === undefined) return { status: 'checking' };
    return user === null ? { status: 'signed-out' } : { status: 'signed-in', user };
  }, [user]);

  return <SessionContext value={state}>{children}</SessionContext>;
}

/** The person of the session, null when signed out, undefined until the first look is over. */
function useSessionUser(onSignedOut: () => void): User | null | undefined {
  const [user, setUser] = useState<User | null | undefined>(undefined);
  const latest = useRef<User | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const become = (next: User | null) => {
      latest.current = isSame(latest.current, next) ? latest.current : next;
      setUser(latest.current);
    };
    const stop = onSessionChange((event, session) => {
      // Nobody yet, says the client; the first look below decides, and knows how long to wait.
      if (event === 'INITIAL_SESSION' && session === null) return;
      const wasSignedIn = latest.current !== null;
      become(session?.user ?? null);
      if (event === 'SIGNED_OUT' && wasSignedIn) onSignedOut();
    });
    const endFirstLook = (found: User | null) => {
      if (isCurrent) become(latest.current ?? found);
    };
    currentSession().then(
      (session) => endFirstLook(session?.user ?? null),
      () => endFirstLook(null),
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [onSignedOut]);

  return user;
}

/** The client announces the same person again at every refresh and whenever the tab is looked at. */
function isSame(a: User | null, b: User | null): boolean {
  return a?.id === b?.id && a?.updated_at === b?.updated_at;
}

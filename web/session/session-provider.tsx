import type { Session, User } from '@supabase/supabase-js';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { needsCode } from './assurance.ts';
import { finishAuthCallback } from './callback/auth-callback.ts';
import { useAuthCallback } from './callback/use-auth-callback.ts';
import { loadSession, onSessionChange } from './data.ts';
import { mayHaveSession } from './holds-session.ts';
import { useSuspension } from './use-suspension.ts';

/**
 * Who uses the product in this browser: `checking` until the first look for a session is over, `code-needed` for
 * somebody who gave their password and has still to show their second factor, and is not signed in before they did.
 */
export type SessionState =
  | { status: 'checking' }
  | { status: 'signed-out' }
  | { status: 'code-needed'; user: User }
  | { status: 'signed-in'; user: User };

const SessionContext = createContext<SessionState | null>(null);

/** Who is signed in. @throws outside of SessionProvider */
export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs SessionProvider above it');
  return session;
}

/** The signed-in person, or null while checking, when signed out and before the second factor was shown. */
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
  const person = usePerson(onSignedOut);
  useAuthCallback({ isChecked: person !== undefined });
  useSuspension();

  const state = useMemo<SessionState>(() => {
    if (person === undefined) return { status: 'checking' };
    if (person === null) return { status: 'signed-out' };
    return { status: person.needsCode ? 'code-needed' : 'signed-in', user: person.user };
  }, [person]);

  return <SessionContext value={state}>{children}</SessionContext>;
}

type Person = { user: User; needsCode: boolean };

/** The person of the session, null when signed out, undefined until the first look is over. */
function usePerson(onSignedOut: () => void): Person | null | undefined {
  const [person, setPerson] = useState<Person | null | undefined>(undefined);
  const latest = useRef<Person | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const become = (session: Session | null) => {
      const next = session && { user: session.user, needsCode: needsCode(session) };
      latest.current = isSame(latest.current, next) ? latest.current : next;
      setPerson(latest.current);
    };
    const hear = (event: string, session: Session | null) => {
      // Nobody yet, says the client; the first look below decides, and knows how long to wait.
      if (event === 'INITIAL_SESSION' && session === null) return;
      const wasSignedIn = latest.current !== null;
      become(session);
      if (event === 'SIGNED_OUT' && wasSignedIn) onSignedOut();
    };
    const endFirstLook = (found: Session | null) => {
      if (!isCurrent) return;
      if (latest.current === null) become(found);
      else setPerson(latest.current);
    };
    const unsubscribe = onSessionChange(hear);
    loadSession(finishAuthCallback()).then(endFirstLook, () => endFirstLook(null));
    // A visitor need not wait for what only finds out that they are one.
    if (!mayHaveSession(window)) endFirstLook(null);
    return () => {
      isCurrent = false;
      unsubscribe();
    };
  }, [onSignedOut]);

  return person;
}

/** The client announces the same person again at every refresh and whenever the tab is looked at. */
function isSame(a: Person | null, b: Person | null): boolean {
  return a?.user.id === b?.user.id && a?.user.updated_at === b?.user.updated_at && a?.needsCode === b?.needsCode;
}

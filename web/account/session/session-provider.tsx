import type { Session, User } from '@supabase/supabase-js';
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { onRejection } from '../../data/session-events.ts';
import { SIGN_OUT_TOAST_MS } from '../../ui/feedback/use-problem-toast.ts';
import { SupportLinks } from '../../ui/layout/support-links.tsx';
import { logWarning } from '../../ui/platform/log.ts';
import { finishAuthCallback } from './finish-auth-callback.ts';
import { mayHaveSession } from './parse-auth-callback.ts';
import { dropSession, loadSession, needsCode, onSessionChange } from './session.ts';
import { toastSuspension } from './toast-suspension.tsx';
import { useAuthCallback } from './use-auth-callback.ts';

/** `checking` until the first check for a session ends, `code-needed` between the password and the second factor. */
type SessionState =
  | { status: 'checking' }
  /** `expired` has the address of whose session ended by its time or on another device, until somebody signs in. */
  | { status: 'signed-out'; expired: { email: string } | null }
  | { status: 'code-needed'; user: User }
  | { status: 'signed-in'; user: User };

// Hardly anybody is ever asked.
const QuestionDialog = lazy(async () => ({
  default: (await import('../../ui/feedback/question-dialog.tsx')).QuestionDialog,
}));

const SessionContext = createContext<SessionState | null>(null);

export function useSession(): SessionState {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs SessionProvider above it');
  return session;
}

export function useUser(): User | null {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : null;
}

/** Whether the person of this browser parks without an account. */
export const useIsGuest = (): boolean => useUser()?.is_anonymous ?? false;

type SessionProviderProps = {
  children: ReactNode;
  /** Called when a session ends, in any tab; not when there was none at the start. */
  onSignedOut: () => void;
};

/** Provides the session of this browser. It must be inside the router. */
export function SessionProvider({ children, onSignedOut }: SessionProviderProps) {
  const person = usePerson(onSignedOut);
  const { asksForCode, question } = useAuthCallback({ isChecked: person !== undefined, isSignedIn: Boolean(person) });
  const expired = useRejectedSession(Boolean(person));

  const state = useMemo<SessionState>(() => {
    if (person === undefined || asksForCode) return { status: 'checking' };
    if (person === null) return { status: 'signed-out', expired };
    return { status: person.needsCode ? 'code-needed' : 'signed-in', user: person.user };
  }, [person, asksForCode, expired]);

  const current = person?.user.email ?? '';
  return (
    <SessionContext value={state}>
      {children}
      {question === null ? null : (
        <Suspense fallback={null}>
          <QuestionDialog
            title={m.another_person_title()}
            text={m.another_person_text({ current, offered: question.offered })}
            label={m.another_person_stay({ current })}
            cancelLabel={m.another_person_switch({ offered: question.offered })}
            onConfirm={question.stay}
            onCancel={() => void question.change()}
            onClose={question.stay}
          />
        </Suspense>
      )}
    </SessionContext>
  );
}

/** Stays until the user reloads or the server responds after all. */
const UNCHECKED_TOAST = {
  id: 'session-not-checked',
  duration: Number.POSITIVE_INFINITY,
  action: { label: m.action_try_again(), onClick: () => window.location.reload() },
  description: <SupportLinks className="mt-2" />,
};

type Person = { user: User; needsCode: boolean };

/** The person of the session; null when signed out, undefined until the first check ends. */
function usePerson(onSignedOut: () => void): Person | null | undefined {
  // Visitors do not wait for the check.
  const [person, setPerson] = useState<Person | null | undefined>(() => (mayHaveSession(window) ? undefined : null));
  const latest = useRef<Person | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const setSession = (session: Session | null) => {
      const next = session && { user: session.user, needsCode: needsCode(session) };
      latest.current = isSame(latest.current, next) ? latest.current : next;
      setPerson(latest.current);
      if (session) toast.dismiss(UNCHECKED_TOAST.id);
    };
    const handleChange = (event: string, session: Session | null) => {
      // The first check below decides instead, because it has a timeout.
      if (event === 'INITIAL_SESSION' && session === null) return;
      const wasSignedIn = latest.current !== null;
      setSession(session);
      if (event === 'SIGNED_OUT' && wasSignedIn) onSignedOut();
    };
    const endFirstCheck = (found: Session | null) => {
      if (!isCurrent) return;
      if (latest.current === null) setSession(found);
      else setPerson(latest.current);
    };
    const unsubscribe = onSessionChange(handleChange);
    loadSession(finishAuthCallback()).then(endFirstCheck, (error: unknown) => {
      logWarning('The session could not be checked', error);
      if (isCurrent) toast.error(m.problem_session_not_checked(), UNCHECKED_TOAST);
      endFirstCheck(null);
    });
    return () => {
      isCurrent = false;
      unsubscribe();
    };
  }, [onSignedOut]);

  return person;
}

/** The client reports the same person again at every refresh and whenever the tab becomes visible. */
function isSame(a: Person | null, b: Person | null): boolean {
  return a?.user.id === b?.user.id && a?.user.updated_at === b?.user.updated_at && a?.needsCode === b?.needsCode;
}

export const EXPIRED_TOAST = 'session-expired';

/**
 * Tells people why the authentication service ended their session, and forgets it on this device.
 * @returns whose session was the last to end by its time or on another device, if any
 */
function useRejectedSession(isSignedIn: boolean): { email: string } | null {
  const [expired, setExpired] = useState<{ email: string } | null>(null);

  useEffect(
    () =>
      onRejection(({ reason, email }) => {
        if (reason === 'suspended') toastSuspension();
        else {
          setExpired({ email });
          toast.message(m.session_expired(), { id: EXPIRED_TOAST, duration: SIGN_OUT_TOAST_MS });
        }
        void dropSession();
      }),
    [],
  );

  useEffect(() => {
    if (!isSignedIn) return;
    setExpired(null);
    toast.dismiss(EXPIRED_TOAST);
  }, [isSignedIn]);

  return expired;
}

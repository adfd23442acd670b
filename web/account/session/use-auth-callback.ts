import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { formatCallbackError } from '../../data/auth-message.ts';
import { paths } from '../../paths.ts';
import { MAILBOX_TOAST_MS } from '../../ui/feedback/use-problem-toast.ts';
import { type AnotherPerson, type FinishedAuthCallback, finishAuthCallback } from './finish-auth-callback.ts';
import { type AuthCallbackResult, parseAuthCallback } from './parse-auth-callback.ts';
import { takeReturnLocation } from './return-location.ts';
import { dropSession, takeSession } from './session.ts';
import { toastSuspension } from './toast-suspension.tsx';

/** One toast, even when the effect runs twice. */
const TOAST_ID = 'auth-callback';
const SETS_PASSWORD = new Set<string | null>(['recovery', 'invite']);
/** After these links people go on where they began: a sign-up, and a social provider, whose links have no purpose. */
const RETURNS = new Set<string | null>(['signup', null]);

/**
 * Shows the result of a mailed link or a social provider once, removes it from the address, and leads on: to the screen that was left,
 * to choosing a password, or to entering the code. Tokens stay in the address until the session has been checked.
 * @returns whether it is about to ask for a code, and the open question whether to log in as another person
 */
export function useAuthCallback({ isChecked, isSignedIn }: { isChecked: boolean; isSignedIn: boolean }) {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const finished = useFinishedCallback();
  const isShown = useRef(false);
  const left = useRef<ReturnType<typeof takeReturnLocation>>(null);
  const [question, setQuestion] = useState<AnotherPerson | null>(null);

  const asksForCode = !isSignedIn && pathname !== paths.settings && isUsedLink(parseAuthCallback({ search, hash }));

  useEffect(() => {
    const found = parseAuthCallback({ search, hash });
    if (finished === 'pending' && found?.kind !== 'failed' && found?.kind !== 'half-confirmed') return;
    const unshown = finished === 'pending' || isShown.current ? null : finished;
    const result = unshown ?? found;
    if (result === null) {
      if (isChecked) removeEmptyFragment();
      return;
    }
    if ((result.kind === 'signed-in' || result.kind === 'another-person' || isUsedLink(result)) && !isChecked) return;
    isShown.current = true;
    if (result.kind === 'another-person') {
      if (isSignedIn) setQuestion(result);
      else void switchPerson(result).then((target) => navigate(target, { replace: true }));
      navigate(
        { pathname: pathname === paths.setPassword ? paths.map : pathname, ...result.rest },
        { replace: true, state },
      );
      return;
    }
    if (asksForCode) {
      // The code leads where the link would have led.
      if (pathname === paths.map) left.current ??= takeReturnLocation();
      const from = { pathname, ...result.rest, state, ...left.current };
      const query = pathname === paths.setPassword ? '?for=password' : '';
      navigate({ pathname: paths.enterCode, search: query }, { replace: true, state: { from } });
      return;
    }
    showResult(result);
    // The effect may run again before the address has changed.
    if (returnsFromSignIn(result, pathname)) left.current ??= takeReturnLocation();
    else left.current = null;
    navigate(left.current ?? { pathname: getNextPath(result, pathname), ...result.rest }, { replace: true, state });
  }, [asksForCode, finished, isChecked, isSignedIn, navigate, pathname, search, hash, state]);

  const stay = () => setQuestion(null);
  const change = async (other: AnotherPerson) => {
    stay();
    navigate(await switchPerson(other), { replace: true });
  };
  return {
    asksForCode,
    question: question && { offered: question.email, stay, change: () => change(question) },
  };
}

function useFinishedCallback(): FinishedAuthCallback | null | 'pending' {
  const [finished, setFinished] = useState<FinishedAuthCallback | null | 'pending'>('pending');
  useEffect(() => {
    let isCurrent = true;
    finishAuthCallback().then((result) => {
      if (isCurrent) setFinished(result);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return finished;
}

/** Signs out whoever is signed in on this device and signs in the person of a link. @returns where they go on */
async function switchPerson({ offered, purpose, rest }: AnotherPerson): Promise<string> {
  await dropSession();
  try {
    await takeSession(offered);
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    showResult({ kind: 'failed', error: reason, rest });
    return paths.logIn;
  }
  return getNextPath({ kind: 'signed-in', purpose, rest }, paths.map);
}

function showResult(result: AuthCallbackResult): void {
  if (result.kind === 'failed') {
    const message = m.sign_in_failed({ message: formatCallbackError(result.error) });
    if (hasCode(result, 'user_banned')) toastSuspension(message);
    else toast.error(message, { id: TOAST_ID });
  } else if (result.kind === 'half-confirmed') {
    toast.success(m.email_change_half_confirmed_link(), { id: TOAST_ID, duration: MAILBOX_TOAST_MS });
  } else if (result.kind === 'signed-in' && result.purpose === 'email_change') {
    toast.success(m.email_change_changed(), { id: TOAST_ID });
  }
}

/** Whether the link of a mail was used already, by its reader or by their mail server, or has expired. */
function isUsedLink(result: AuthCallbackResult | null): boolean {
  return hasCode(result, 'otp_expired');
}

function hasCode(result: AuthCallbackResult | null, code: string): boolean {
  return result?.kind === 'failed' && 'code' in result.error && result.error.code === code;
}

function returnsFromSignIn(result: AuthCallbackResult, pathname: string): boolean {
  return result.kind === 'signed-in' && RETURNS.has(result.purpose) && pathname === paths.map;
}

function getNextPath(result: AuthCallbackResult, pathname: string): string {
  if (result.kind === 'signed-in' && SETS_PASSWORD.has(result.purpose)) return paths.setPassword;
  // A link that failed sets no password.
  return result.kind === 'failed' && pathname === paths.setPassword ? paths.logIn : pathname;
}

/** The data client leaves a bare '#' when it clears the fragment; the router does not see it. */
function removeEmptyFragment(): void {
  const { href } = window.location;
  if (href.endsWith('#')) window.history.replaceState(window.history.state, '', href.slice(0, -1));
}

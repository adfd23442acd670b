import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { paths } from '../../paths.ts';
import { type FinishedAuthCallback, finishAuthCallback } from './auth-callback.ts';
import { type AuthCallbackResult, parseAuthCallback } from './auth-callback-result.ts';
import { refusalMessage } from './refusal-message.ts';

/** One toast, also where the effect runs twice. */
const TOAST_ID = 'sign-in-answer';
/** Long enough to change to the mailbox and back. */
const READ_FOR_MS = 15_000;

/**
 * Says once what a mailed link or a social provider came to, takes the answer out of the address, and leads whoever
 * forgot their password to where they choose a new one. Tokens and codes stay until they were used (`isChecked`).
 */
export function useAuthCallback({ isChecked }: { isChecked: boolean }): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const landing = useLanding();
  const isTold = useRef(false);

  useEffect(() => {
    const found = parseAuthCallback({ search, hash });
    if (landing === 'under-way' && found?.kind !== 'failed' && found?.kind !== 'half-confirmed') return;
    const own = landing === 'under-way' || isTold.current ? null : landing;
    const answer = own ?? found;
    if (answer === null) {
      if (isChecked) dropEmptyFragment();
      return;
    }
    if (answer.kind === 'signed-in' && !isChecked) return;
    isTold.current = true;
    say(answer);
    navigate({ pathname: screenAfter(answer, pathname), ...answer.rest }, { replace: true, state });
  }, [landing, isChecked, navigate, pathname, search, hash, state]);
}

/** What the product was opened with came to; `under-way` until that is known. */
function useLanding(): FinishedAuthCallback | null | 'under-way' {
  const [landing, setLanding] = useState<FinishedAuthCallback | null | 'under-way'>('under-way');
  useEffect(() => {
    let isCurrent = true;
    finishAuthCallback().then((finished) => {
      if (isCurrent) setLanding(finished);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return landing;
}

function say(answer: AuthCallbackResult): void {
  if (answer.kind === 'failed') {
    toast.error(`Authentication failed: ${refusalMessage(answer.refusal)}`, { id: TOAST_ID });
  } else if (answer.kind === 'half-confirmed') {
    const sentence = 'Confirmed. Now follow the link in the email we sent to your other address.';
    toast.success(sentence, { id: TOAST_ID, duration: READ_FOR_MS });
  } else if (answer.kind === 'signed-in' && answer.purpose === 'email_change') {
    toast.success('Your email address has been changed', { id: TOAST_ID });
  }
}

function screenAfter(answer: AuthCallbackResult, pathname: string): string {
  if (answer.kind === 'signed-in' && answer.purpose === 'recovery') return paths.setPassword;
  // Nobody chooses a password on a link that did not work.
  return answer.kind === 'failed' && pathname === paths.setPassword ? paths.logIn : pathname;
}

/** Where the data client has emptied the fragment itself it leaves a bare '#', which the router does not see. */
function dropEmptyFragment(): void {
  const { href } = window.location;
  if (href.endsWith('#')) window.history.replaceState(window.history.state, '', href.slice(0, -1));
}

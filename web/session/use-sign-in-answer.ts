import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { paths } from '../app/paths.ts';
import { forgetActivity } from './last-activity.ts';
import { type SignInAnswer, signInAnswerOf } from './sign-in-answer.ts';

/** Read as the product starts: the data client may empty the fragment before the first screen is drawn. */
const landing = signInAnswerOf(window.location);

/** One toast, also where the effect runs twice. */
const TOAST_ID = 'sign-in-answer';
/** Long enough to change to the mailbox and back. */
const READ_FOR_MS = 15_000;

/**
 * Says once what a mailed link or a social provider came to, takes the answer out of the address, and leads whoever
 * forgot their password to where they choose a new one. Tokens stay until the data client has read them (`isChecked`).
 */
export function useSignInAnswer({ isChecked }: { isChecked: boolean }): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const pending = useRef(landing?.kind === 'signed-in' ? landing : null);

  useEffect(() => {
    const answer = signInAnswerOf({ search, hash }) ?? pending.current;
    if (answer === null) {
      if (isChecked) dropEmptyFragment();
      return;
    }
    if (answer.kind === 'signed-in' && !isChecked) {
      // A new session begins here; how long the one before it rested says nothing about this one.
      forgetActivity();
      return;
    }
    pending.current = null;
    say(answer);
    navigate({ pathname: screenAfter(answer, pathname), ...answer.rest }, { replace: true, state });
  }, [isChecked, navigate, pathname, search, hash, state]);
}

function say(answer: SignInAnswer): void {
  if (answer.kind === 'failed') {
    toast.error(`Authentication failed: ${answer.message}`, { id: TOAST_ID });
  } else if (answer.kind === 'half-confirmed') {
    const sentence = 'Confirmed. Now follow the link in the email we sent to your other address.';
    toast.success(sentence, { id: TOAST_ID, duration: READ_FOR_MS });
  } else if (answer.purpose === 'email_change') {
    toast.success('Your email address has been changed', { id: TOAST_ID });
  }
}

function screenAfter(answer: SignInAnswer, pathname: string): string {
  if (answer.kind === 'signed-in' && answer.purpose === 'recovery') return paths.setPassword;
  // Nobody chooses a password on a link that did not work.
  return answer.kind === 'failed' && pathname === paths.setPassword ? paths.logIn : pathname;
}

/** Where the data client has emptied the fragment itself it leaves a bare '#', which the router does not see. */
function dropEmptyFragment(): void {
  const { href } = window.location;
  if (href.endsWith('#')) window.history.replaceState(window.history.state, '', href.slice(0, -1));
}

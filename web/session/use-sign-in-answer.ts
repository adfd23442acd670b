import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { forgetActivity } from './last-activity.ts';
import { signInAnswerOf } from './sign-in-answer.ts';

/**
 * Says once why a confirmation link or a social provider did not sign the person in, and takes the answer out of the
 * address. Tokens stay there until the data client has read them (`isChecked`).
 */
export function useSignInAnswer({ isChecked }: { isChecked: boolean }): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();

  useEffect(() => {
    const answer = signInAnswerOf({ search, hash });
    if (answer === null) {
      if (isChecked) dropEmptyFragment();
      return;
    }
    if (answer.kind === 'signed-in' && !isChecked) {
      // A new session begins here; how long the one before it rested says nothing about this one.
      forgetActivity();
      return;
    }
    if (answer.kind === 'failed') {
      // The id keeps one toast where the effect runs twice.
      toast.error(`Authentication failed: ${answer.message}`, { id: 'sign-in-answer' });
    }
    navigate({ pathname, ...answer.rest }, { replace: true, state });
  }, [isChecked, navigate, pathname, search, hash, state]);
}

/** Where the data client has emptied the fragment itself it leaves a bare '#', which the router does not see. */
function dropEmptyFragment(): void {
  const { href } = window.location;
  if (href.endsWith('#')) window.history.replaceState(window.history.state, '', href.slice(0, -1));
}

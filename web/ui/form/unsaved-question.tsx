import { type RefObject, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { m } from '#messages';
import { paths } from '../../paths.ts';
import { QuestionDialog } from '../feedback/question-dialog.tsx';

/** Asks before a form is left whose values are not saved: for another tab or screen, by Back, or by closing the page. */
export function useUnsavedQuestion(hasChanges: boolean) {
  const isAllowed = useRef(false);
  return {
    /** From here on nothing is asked: what was typed is saved or given up. */
    allow: () => {
      isAllowed.current = true;
    },
    // The router heeds one form only, so that those without changes must not ask.
    question: hasChanges ? <UnsavedQuestion isAllowed={isAllowed} /> : null,
  };
}

function UnsavedQuestion({ isAllowed }: { isAllowed: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !isAllowed.current &&
      // Whoever is signed out must not stay.
      to.pathname !== paths.logIn &&
      (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <QuestionDialog
      title={m.unsaved_title()}
      text={m.unsaved_text()}
      label={m.unsaved_leave()}
      cancelLabel={m.unsaved_stay()}
      variant="danger"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  );
}

import type { MouseEvent } from 'react';

const OWN_CLICKS = 'button, a, input, label, select, summary';

/** For a row or card that opens when it is clicked anywhere but on its controls; one of these opens it for the keyboard. */
export function clickOpens(onOpen: (() => void) | undefined) {
  if (onOpen === undefined) return {};
  return {
    onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      // A click in a dialog that a row shows bubbles to it.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return;
      // A text that somebody selects, to copy it, stays selected.
      if (target.closest(OWN_CLICKS) === null && getSelection()?.isCollapsed !== false) onOpen();
    },
  };
}

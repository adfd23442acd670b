import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const DIALOG = 'dialog';

/** The state of a step in the browser's history that opened a dialog. */
type OpeningStep = { opensDialog: true };

/** Keeps in the address which dialog is open, such as `dialog=edit.<id>`: Back closes it, and a link opens it for a colleague. */
export function useDialogUrl<Kind extends string>() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const isStep = useLocation().state?.opensDialog === true;
  const named = address.get(DIALOG);
  const [kind = '', id = ''] = named?.split(/\.(.*)/) ?? [];

  // Table columns keep `open` for as long as the table is there, so it must not depend on the address.
  const change = useRef(setAddress);
  const isClosing = useRef(false);
  useEffect(() => {
    change.current = setAddress;
    isClosing.current = false;
  }, [setAddress]);
  const open = useCallback((opened: Kind, openedId = '') => {
    const state: OpeningStep = { opensDialog: true };
    change.current(
      (now) => {
        now.set(DIALOG, openedId === '' ? opened : `${opened}.${openedId}`);
        return now;
      },
      { state, preventScrollReset: true, flushSync: true },
    );
  }, []);

  const close = () => {
    // A second call would go back one step more.
    if (named === null || isClosing.current) return;
    isClosing.current = true;
    if (isStep) return void navigate(-1);
    setAddress(
      (now) => {
        now.delete(DIALOG);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  return {
    open,
    close,
    /** The id of the row that the dialog is about; empty without one. */
    id,
    /** The dialog that the address names, out of these. */
    show: (dialogs: Record<Kind, (id: string) => ReactNode>): ReactNode =>
      Object.hasOwn(dialogs, kind) ? dialogs[kind as Kind](id) : null,
  };
}

/** The row as it was when its dialog opened. Whoever edits it keeps what they typed when the row changes or goes. */
export function useOpened<Row>(id: string, row: Row | undefined): Row | undefined {
  const [opened, setOpened] = useState<{ id: string; row: Row } | null>(null);
  if (opened !== null && opened.id !== id) setOpened(null);
  if (opened === null && id !== '' && row !== undefined) setOpened({ id, row });
  return opened?.id === id ? opened.row : undefined;
}

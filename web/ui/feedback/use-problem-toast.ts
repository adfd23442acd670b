import { useEffect } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';

/** How long a toast stays that sends its reader to the mailbox: they find it when they come back. */
export const MAILBOX_TOAST_MS = 15_000;

/** How long a toast stays that explains a sign-out. It counts only while the tab is visible, so that whoever comes back reads it. */
export const SIGN_OUT_TOAST_MS = 30_000;

export function useProblemToast(error: unknown): void {
  useEffect(() => {
    if (error) toastError(toErrorMessage(error));
  }, [error]);
}

/** Shows an error in a toast, and the same sentence never twice at a time. */
export function toastError(message: string): void {
  toast.error(message, { id: message });
}

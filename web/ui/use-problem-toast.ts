import { useEffect } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../domain/problems.ts';

/** Tells of a failure in a toast, once for each failure and never twice at a time for the same sentence. */
export function useProblemToast(error: unknown): void {
  useEffect(() => {
    if (!error) return;
    const message = toErrorMessage(error);
    toast.error(message, { id: message });
  }, [error]);
}

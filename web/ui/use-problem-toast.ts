import { useEffect } from 'react';
import { toast } from 'sonner';
import { messageOf } from '../../domain/problems.ts';

/** Tells of a failure in a toast, once for each failure and never twice at a time for the same sentence. */
export function useProblemToast(error: unknown): void {
  useEffect(() => {
    if (!error) return;
    const message = messageOf(error);
    toast.error(message, { id: message });
  }, [error]);
}

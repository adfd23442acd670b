import { useEffect } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';

export function useProblemToast(error: unknown): void {
  useEffect(() => {
    if (error) toastError(toErrorMessage(error));
  }, [error]);
}

/** Shows an error in a toast, and the same sentence never twice at a time. */
export function toastError(message: string): void {
  toast.error(message, { id: message });
}

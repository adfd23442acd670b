import { useEffect } from 'react';
import { toErrorMessage } from '../../domain/problems.ts';
import { toastError } from './toast-error.ts';

export function useProblemToast(error: unknown): void {
  useEffect(() => {
    if (error) toastError(toErrorMessage(error));
  }, [error]);
}

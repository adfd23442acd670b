import { toast } from 'sonner';

/** Shows an error in a toast, and the same sentence never twice at a time. */
export function toastError(message: string): void {
  toast.error(message, { id: message });
}

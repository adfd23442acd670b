import { toast } from 'sonner';
import { PROBLEMS } from '../../domain/problems.ts';
import { SupportLinks } from '../ui/support-links.tsx';

/** The time counts only while the tab is visible, so nobody misses the message. */
const MESSAGE_DURATION_MS = 30_000;

/** Says that the account is suspended, and how to reach the operator. */
export function toastSuspension(): void {
  const message = PROBLEMS['account-shut-out'];
  toast.error(message, {
    id: message,
    duration: MESSAGE_DURATION_MS,
    description: <SupportLinks className="mt-2" />,
  });
}

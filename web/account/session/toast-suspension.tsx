import { toast } from 'sonner';
import { m } from '#messages';
import { SupportLinks } from '../../ui/layout/support-links.tsx';

const TOAST_ID = m.problem_account_shut_out();
/** The time counts only while the tab is visible, so nobody misses the message. */
const MESSAGE_DURATION_MS = 30_000;

/** Says that the account is suspended, and how to reach the operator; of several such messages the last one stays. */
export function toastSuspension(message: string = m.problem_account_shut_out()): void {
  toast.error(message, {
    id: TOAST_ID,
    duration: MESSAGE_DURATION_MS,
    description: <SupportLinks className="mt-2" />,
  });
}

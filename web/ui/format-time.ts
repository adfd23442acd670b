import { format } from 'date-fns';

/** Such as 'Mar 01, 2026 14:05', in the time zone of the device. */
export function formatTime(time: string): string {
  return format(time, 'MMM dd, yyyy HH:mm');
}

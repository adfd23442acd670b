import { CalendarClock } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Says why the reserve form does not start now, so that nobody books another day unawares; and the way back to now. */
export function ArrivalNote({ onForget }: { onForget: () => void }) {
  return (
    <div className="flex items-center gap-3 rounded-card bg-brand-wash py-1.5 pr-1.5 pl-4 text-brand-ink">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0" />
      <p className="flex-1 font-semibold">Starts with the arrival time you chose.</p>
      <Button variant="secondary" className="shrink-0 px-4" onClick={onForget}>
        Start now
      </Button>
    </div>
  );
}

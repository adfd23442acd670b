import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { Sheet } from '../../ui/feedback/sheet.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ArrivalForm } from './arrival-form.tsx';

type ArrivalSheetProps = { arrival: Period | null; onChosen: (arrival: Period) => void; onClose: () => void };

/** Chooses when to park without leaving the screen. */
export function ArrivalSheet({ arrival, onChosen, onClose }: ArrivalSheetProps) {
  return (
    <Sheet title={m.arrival_time_title()} isOpen onClose={onClose}>
      <ArrivalForm
        arrival={arrival}
        onChosen={(next) => {
          onChosen(next);
          onClose();
        }}
      >
        <Button type="submit" className="mt-2">
          {m.action_continue()}
        </Button>
      </ArrivalForm>
    </Sheet>
  );
}

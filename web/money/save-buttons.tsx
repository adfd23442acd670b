import { m } from '#messages';
import { Button } from '../ui/button.tsx';

type SaveButtonsProps = { label: string; isSaving: boolean; onCancel: () => void };

/** The end of a form in a dialog, which cannot be left while it is saved. */
export function SaveButtons({ label, isSaving, onCancel }: SaveButtonsProps) {
  return (
    <div className="flex flex-col gap-2">
      <Button type="submit" disabled={isSaving}>
        {isSaving ? m.action_saving() : label}
      </Button>
      <Button variant="secondary" disabled={isSaving} onClick={onCancel}>
        {m.action_cancel()}
      </Button>
    </div>
  );
}

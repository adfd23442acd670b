import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Modal } from '../../ui/modal.tsx';

type ConfirmChangesProps = {
  /** Null while nothing is to be confirmed. */
  consequences: readonly string[] | null;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
};

/** Says what the operator should know before settings replace the others. */
export function ConfirmChanges({ consequences, isSaving, onSave, onClose }: ConfirmChangesProps) {
  return (
    <Modal
      open={consequences !== null}
      isClosable={!isSaving}
      onClose={onClose}
      title={m.system_settings_confirm_title()}
    >
      {consequences?.map((consequence) => (
        <p key={consequence} className="text-muted">
          {consequence}
        </p>
      ))}
      <DialogActions>
        <Button disabled={isSaving} onClick={onSave}>
          {isSaving ? m.action_saving() : m.system_settings_confirm_save()}
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onClose}>
          {m.system_settings_confirm_back()}
        </Button>
      </DialogActions>
    </Modal>
  );
}

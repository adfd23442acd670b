import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { AuthSettings } from './auth-settings-values.ts';

/** What the operator should know before these settings replace the others. */
export function findRisks(before: AuthSettings, after: AuthSettings): string[] {
  const risks: string[] = [];
  if (before.emailConfirmationRequired && !after.emailConfirmationRequired) {
    risks.push(m.auth_settings_ask_confirmation());
  }
  if (before.allowSignups && !after.allowSignups) risks.push(m.auth_settings_ask_signups());
  return risks;
}

type AskBeforeSavingProps = {
  /** Null while nothing is asked. */
  risks: readonly string[] | null;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
};

export function AskBeforeSaving({ risks, isSaving, onSave, onClose }: AskBeforeSavingProps) {
  return (
    <Modal open={risks !== null} isClosable={!isSaving} onClose={onClose} title={m.auth_settings_ask_title()}>
      {risks?.map((risk) => (
        <p key={risk} className="text-muted">
          {risk}
        </p>
      ))}
      <DialogActions>
        <Button disabled={isSaving} onClick={onSave}>
          {isSaving ? m.action_saving() : m.auth_settings_ask_save()}
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onClose}>
          {m.auth_settings_ask_keep()}
        </Button>
      </DialogActions>
    </Modal>
  );
}

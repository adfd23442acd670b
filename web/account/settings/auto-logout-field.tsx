import { useEffect, useRef, useState } from 'react';
import { m } from '#messages';
import { MIN_AUTO_LOGOUT_MINUTES } from '../../../domain/people/settings.ts';
import { StepperField } from '../../ui/stepper-field.tsx';
import { autoLogoutMinutesSchema } from './settings-values.ts';

/** Several steps in a row are saved as one change. */
const STEP_PAUSE_MS = 800;

type AutoLogoutFieldProps = { saved: number; onSave: (minutes: number) => void };

/** Minutes, saved after Enter, on leaving the field or the screen, and a moment after the last step. */
export function AutoLogoutField({ saved, onSave }: AutoLogoutFieldProps) {
  /** What is not saved yet; `minutes` is null while the field is empty. */
  const [draft, setDraft] = useState<{ minutes: number | null } | null>(null);
  const [error, setError] = useState<string | undefined>();
  const stepTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestSave = useRef<() => void>(() => undefined);

  const commit = (minutes: number | null) => {
    clearTimeout(stepTimer.current);
    const parsed = autoLogoutMinutesSchema.safeParse(minutes);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return setDraft({ minutes });
    setDraft(null);
    if (parsed.data !== saved) onSave(parsed.data);
  };

  useEffect(() => {
    latestSave.current = () => {
      if (draft !== null) commit(draft.minutes);
    };
  });
  useEffect(() => () => latestSave.current(), []);

  return (
    <StepperField
      label={m.settings_auto_logout()}
      min={MIN_AUTO_LOGOUT_MINUTES}
      value={draft === null ? saved : draft.minutes}
      onChange={(minutes) => setDraft({ minutes })}
      onCommit={(minutes, { isStep }) => {
        if (!isStep) return commit(minutes);
        clearTimeout(stepTimer.current);
        stepTimer.current = setTimeout(() => latestSave.current(), STEP_PAUSE_MS);
      }}
      error={error}
      hint={m.settings_auto_logout_hint()}
    />
  );
}

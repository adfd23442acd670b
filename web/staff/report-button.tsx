import { useState } from 'react';
import { m } from '#messages';
import { AskButton } from '../ui/feedback/question-dialog.tsx';
import { TextAreaField } from '../ui/form/text-field.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { ROOT } from '../ui/platform/query-keys.ts';
import { reportSpace } from './today.ts';

const createDraft = () => ({ id: crypto.randomUUID(), note: '' });

/** Tells the operator what is wrong with a space. What was typed stays until it was sent. */
export function ReportButton({ spaceId, place }: { spaceId: string; place: string }) {
  const [draft, setDraft] = useState(createDraft);
  const { mutate, error, isPending } = useAction(
    (close: () => void) => reportSpace({ ...draft, space: spaceId }).then(close),
    {
      done: m.staff_report_sent(),
      invalidates: [ROOT.account],
      onSuccess: () => setDraft(createDraft()),
      onError: () => undefined,
    },
  );
  const text = { label: m.composer_send(), title: m.staff_report_of({ space: place }) };
  const note = (
    <TextAreaField
      label={m.staff_report_what()}
      value={draft.note}
      onChange={({ target }) => setDraft({ ...draft, note: target.value.slice(0, 700) })}
    />
  );
  return (
    <AskButton
      size="normal"
      label={m.staff_report()}
      onYes={mutate}
      question={{ ...text, error, isPending, isDisabled: draft.note.trim() === '', children: note }}
    />
  );
}

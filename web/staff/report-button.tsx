import { useState } from 'react';
import { m } from '#messages';
import { AskButton } from '../ui/feedback/question-dialog.tsx';
import { TextAreaField } from '../ui/form/text-field.tsx';
import { ROOT } from '../ui/platform/query-keys.ts';
import { reportSpace } from './today.ts';

const createDraft = () => ({ id: crypto.randomUUID(), note: '' });

/** Tells the operator what is wrong with a space. What was typed stays until it was sent. */
export function ReportButton({ spaceId, place }: { spaceId: string; place: string }) {
  const [draft, setDraft] = useState(createDraft);
  const report = () => reportSpace({ ...draft, space: spaceId }).then(() => setDraft(createDraft()));
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
      question={{
        title: m.staff_report_of({ space: place }),
        label: m.composer_send(),
        isDisabled: draft.note.trim() === '',
        children: note,
      }}
      onYes={report}
      action={{ done: m.staff_report_sent(), invalidates: [ROOT.account] }}
    />
  );
}

import { useState } from 'react';
import { m } from '#messages';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { DialogActions } from '../../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import type { CheckedRow } from './check-rows.ts';
import { PreviewTable } from './preview-table.tsx';

type PreviewStepProps = {
  rows: readonly CheckedRow[];
  ignored: readonly string[];
  error: Error | null;
  isPending: boolean;
  onImport: () => void;
  onOtherFile: () => void;
};

/** Shows what would be imported and what is wrong with it. */
export function PreviewStep({ rows, ignored, error, isPending, onImport, onOtherFile }: PreviewStepProps) {
  const wrong = rows.filter(({ faults }) => faults.length > 0);
  const [onlyWrong, setOnlyWrong] = useState(wrong.length > 0);
  const shown = onlyWrong && wrong.length > 0 ? wrong : rows;
  return (
    <>
      <div role="status" className="flex flex-wrap gap-x-4 gap-y-1 font-semibold">
        {wrong.length === 0 ? null : <p className="text-danger">{m.import_wrong({ count: wrong.length })}</p>}
        <p className="text-positive">{m.import_right({ count: rows.length - wrong.length })}</p>
      </div>
      {wrong.length === 0 ? null : (
        <>
          <p className="text-muted text-sm">{m.import_wrong_detail()}</p>
          <CheckboxField
            label={m.import_only_wrong()}
            checked={onlyWrong}
            onChange={({ target }) => setOnlyWrong(target.checked)}
          />
        </>
      )}
      {ignored.length === 0 ? null : (
        <p className="text-muted text-sm wrap-anywhere">{m.import_ignored({ columns: ignored.join(', ') })}</p>
      )}
      <PreviewTable key={String(onlyWrong)} rows={shown} />
      {error === null ? null : <ErrorNote>{toErrorMessage(error)}</ErrorNote>}
      <DialogActions>
        <Button disabled={wrong.length > 0 || isPending} onClick={onImport}>
          {isPending ? m.import_saving() : m.import_save({ count: rows.length })}
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={onOtherFile}>
          {m.import_other_file()}
        </Button>
      </DialogActions>
    </>
  );
}

import { clsx } from 'clsx';
import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { TextAreaField } from '../../../ui/form/text-field.tsx';
import { saveFile } from '../../../ui/platform/save-file.ts';
import { BYTE_ORDER_MARK, writeCsv } from '../../../ui/table/csv.ts';
import { COLUMN_LABELS, IMPORT_COLUMNS } from './space-sheet.ts';

type SourceStepProps = {
  /** What is wrong with the last file, or null. */
  error: string | null;
  /** For the example in the template. */
  zoneName: string;
  onFile: (file: Blob) => void;
};

/** Takes the table: a file that is chosen or dropped, or text that is pasted. */
export function SourceStep({ error, zoneName, onFile }: SourceStepProps) {
  const [pasted, setPasted] = useState('');
  return (
    <>
      <p className="text-muted text-sm">
        {m.import_columns({ columns: IMPORT_COLUMNS.map((column) => COLUMN_LABELS[column]).join(', ') })}
      </p>
      <Button variant="quiet" size="small" className="self-start" onClick={() => saveTemplate(zoneName)}>
        <Download aria-hidden="true" className="size-4" />
        {m.import_template()}
      </Button>
      <FileField onFile={onFile} />
      {error === null ? null : <ErrorNote>{error}</ErrorNote>}
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onFile(new Blob([pasted]));
        }}
      >
        <TextAreaField
          label={m.import_paste()}
          value={pasted}
          spellCheck={false}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button type="submit" variant="secondary" disabled={pasted.trim() === ''} className="self-start">
          {m.import_check()}
        </Button>
      </form>
    </>
  );
}

function FileField({ onFile }: Pick<SourceStepProps, 'onFile'>) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={clsx(
        'relative flex flex-col items-center gap-2 rounded-card border-2 border-dashed p-6 text-center',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink',
        isOver ? 'border-brand-ink bg-brand-wash' : 'border-field-line',
      )}
    >
      <span aria-hidden="true" className={buttonClass('primary')}>
        <FileUp className="size-5" />
        {m.import_choose()}
      </span>
      <p className="text-muted text-sm">{m.import_drop()}</p>
      <input
        type="file"
        aria-label={m.import_choose()}
        accept=".csv,.txt,text/csv"
        // It covers all of this, as browsers take what is dropped on it.
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // An input reports a corrected file with an unchanged name only when it is empty.
          target.value = '';
        }}
      />
    </div>
  );
}

/** Downloads a file with the columns and one row to show what belongs into them. */
function saveTemplate(zoneName: string): void {
  const example = {
    zone: zoneName,
    name: 'A-01',
    location: 'Av. Winston Churchill 27',
    hint: m.space_field_hint_example(),
    lock: 'KV-0001',
    rate: getInstallation().defaultParkingRate.toFixed(2),
  };
  const rows = [IMPORT_COLUMNS.map((column) => COLUMN_LABELS[column]), IMPORT_COLUMNS.map((column) => example[column])];
  saveFile(m.import_template_file(), [BYTE_ORDER_MARK, writeCsv(rows)], 'text/csv;charset=utf-8');
}

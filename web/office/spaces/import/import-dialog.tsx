import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { groupBy } from '../../../../domain/group-by.ts';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { SPACE_CHANGES } from '../../../booking/keys.ts';
import type { AdminSpace } from '../../../booking/space-status/admin-space.ts';
import type { ZonePrice } from '../../../booking/zones/zone-choices.ts';
import { DialogActions } from '../../../ui/feedback/dialog-actions.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Modal } from '../../../ui/feedback/modal.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { useAction } from '../../../ui/form/use-action.ts';
import { decodeFile, readSheet, type Sheet } from '../../../ui/table/read-sheet.ts';
import { importSpaces } from '../spaces.ts';
import { type CheckedRow, checkRows, describeFault, type Fault, type NewSpaceRow } from './check-rows.ts';
import { SourceStep } from './source-step.tsx';
import { COLUMN_LABELS, IMPORT_COLUMNS, type ImportColumn, SPACE_SHEET } from './space-sheet.ts';

type ImportDialogProps = {
  spaces: readonly AdminSpace[];
  zones: readonly ZonePrice[];
  onClose: () => void;
};

/** A file that was read. `key` makes a second try of the same one import nothing twice. */
type ReadFile = Sheet<ImportColumn> & { key: string };

/** What the database found wrong, by the place of the row. */
type StoredFaults = readonly (Fault & { index: number })[];

/** So many at a time appear without a delay. */
const ROWS_AT_ONCE = 100;

const NO_FAULTS: StoredFaults = [];

/** Imports spaces from a table: takes it, shows what is wrong with it, and adds all of its spaces or none. */
export function ImportDialog({ spaces, zones, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [storedFaults, setStoredFaults] = useState(NO_FAULTS);
  const rows = useMemo(
    () => addFaults(checkRows(file?.rows ?? [], { spaces, zones }), storedFaults),
    [file, spaces, zones, storedFaults],
  );
  const saving = useAction(
    ({ added, key }: { added: readonly NewSpaceRow[]; key: string }) => importSpaces(added, key),
    {
      invalidates: SPACE_CHANGES,
      onSuccess: ({ imported, faults }) => {
        if (faults.length > 0) return setStoredFaults(faults);
        toast.success(m.import_saved({ count: imported }));
        onClose();
      },
      // The preview shows it.
      onError: () => undefined,
    },
  );

  const read = async (source: Blob) => {
    setError(null);
    try {
      setFile({ ...readSheet(await decodeFile(source), SPACE_SHEET), key: crypto.randomUUID() });
    } catch (thrown) {
      setError(toErrorMessage(thrown));
    }
  };
  const chooseOther = () => {
    setFile(null);
    setStoredFaults(NO_FAULTS);
    saving.reset();
  };

  return (
    <Modal
      open
      size="large"
      isClosable={!saving.isPending}
      onClose={onClose}
      title={m.import_title()}
      description={m.import_description()}
    >
      {file === null ? (
        <SourceStep error={error} zoneName={zones[0]?.name ?? ''} onFile={(source) => void read(source)} />
      ) : (
        <PreviewStep
          rows={rows}
          ignored={file.ignored}
          error={saving.error}
          isPending={saving.isPending}
          onImport={() => saving.mutate({ added: rows.map(({ space }) => space), key: file.key })}
          onOtherFile={chooseOther}
        />
      )}
    </Modal>
  );
}

/** The database may find what has changed since the page loaded the spaces. */
function addFaults(rows: CheckedRow[], found: StoredFaults): CheckedRow[] {
  const byIndex = groupBy(found, ({ index }) => index);
  return rows.map((row, index) => {
    const isNew = ({ column, fault }: Fault) => !row.faults.some((own) => own.column === column && own.fault === fault);
    return { ...row, faults: [...row.faults, ...(byIndex.get(index) ?? []).filter(isNew)] };
  });
}

type PreviewStepProps = {
  rows: readonly CheckedRow[];
  ignored: readonly string[];
  error: Error | null;
  isPending: boolean;
  onImport: () => void;
  onOtherFile: () => void;
};

/** Shows what would be imported and what is wrong with it. */
function PreviewStep({ rows, ignored, error, isPending, onImport, onOtherFile }: PreviewStepProps) {
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
      {error === null ? null : <ErrorNote error={error} />}
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

/** The rows as they stand in the file; each wrong cell says why. */
function PreviewTable({ rows }: { rows: readonly CheckedRow[] }) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  return (
    <>
      <section
        // Scrolled by keyboard too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus.
        tabIndex={0}
        aria-label={m.import_table()}
        className="border-line max-h-80 min-h-40 shrink-0 overflow-auto rounded-control border"
      >
        <table className="w-full min-w-2xl text-left text-sm">
          <thead className="bg-canvas sticky top-0">
            <tr>
              <th scope="col" className="px-3 py-2">
                {m.import_row()}
              </th>
              {IMPORT_COLUMNS.map((column) => (
                <th key={column} scope="col" className="px-3 py-2">
                  {COLUMN_LABELS[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map((row) => (
              <tr key={row.number} className="border-line border-t align-top">
                <th scope="row" className="text-muted px-3 py-2 font-normal tabular-nums">
                  {row.number}
                </th>
                {IMPORT_COLUMNS.map((column) => (
                  <PreviewCell key={column} row={row} column={column} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count < rows.length ? (
        <Button variant="secondary" size="small" className="self-start" onClick={() => setCount(count + ROWS_AT_ONCE)}>
          {m.import_more()}
        </Button>
      ) : null}
    </>
  );
}

function PreviewCell({ row, column }: { row: CheckedRow; column: ImportColumn }) {
  const faults = row.faults.filter((fault) => fault.column === column);
  return (
    <td className={clsx('px-3 py-2 wrap-anywhere', faults.length > 0 && 'bg-danger-wash')}>
      <span className="line-clamp-3">{row.cells[column]}</span>
      {faults.map((fault) => (
        <p key={fault.fault} className="text-danger font-semibold">
          {describeFault(row, fault)}
        </p>
      ))}
    </td>
  );
}

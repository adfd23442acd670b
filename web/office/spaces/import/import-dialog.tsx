import { useMemo, useState } from 'react';
import { m } from '#messages';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { Modal } from '../../../ui/modal.tsx';
import type { AdminSpace, ZonePrice } from '../admin-space.ts';
import { type CheckedRow, checkRows, type Fault } from './check-rows.ts';
import { decodeFile } from './decode-file.ts';
import { PreviewStep } from './preview-step.tsx';
import { readSheet, type Sheet } from './read-sheet.ts';
import { SourceStep } from './source-step.tsx';
import { useImportSpaces } from './use-import-spaces.ts';

type ImportDialogProps = {
  spaces: readonly AdminSpace[];
  zones: readonly ZonePrice[];
  onClose: () => void;
};

/** A file that was read. `key` makes a second try of the same one import nothing twice. */
type ReadFile = Sheet & { key: string };

/** What the database found wrong, by the place of the row. */
type StoredFaults = readonly (Fault & { index: number })[];

const NO_FAULTS: StoredFaults = [];

/** Imports spaces from a table: takes it, shows what is wrong with it, and adds all of its spaces or none. */
export function ImportDialog({ spaces, zones, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [storedFaults, setStoredFaults] = useState(NO_FAULTS);
  const { mutate, isPending, error: saveError, reset } = useImportSpaces();
  const rows = useMemo(
    () => addFaults(checkRows(file?.rows ?? [], { spaces, zones }), storedFaults),
    [file, spaces, zones, storedFaults],
  );

  const read = async (source: Blob) => {
    setError(null);
    try {
      setFile({ ...readSheet(await decodeFile(source)), key: crypto.randomUUID() });
    } catch (thrown) {
      setError(toErrorMessage(thrown));
    }
  };
  const chooseOther = () => {
    setFile(null);
    setStoredFaults(NO_FAULTS);
    reset();
  };
  const save = (key: string) =>
    mutate(
      { rows: rows.map(({ space }) => space), key },
      { onSuccess: ({ faults }) => (faults.length === 0 ? onClose() : setStoredFaults(faults)) },
    );

  return (
    <Modal
      open
      size="large"
      isClosable={!isPending}
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
          error={saveError}
          isPending={isPending}
          onImport={() => save(file.key)}
          onOtherFile={chooseOther}
        />
      )}
    </Modal>
  );
}

/** The database may find what has changed since the page loaded the spaces. */
function addFaults(rows: CheckedRow[], found: StoredFaults): CheckedRow[] {
  const byIndex = Map.groupBy(found, ({ index }) => index);
  return rows.map((row, index) => {
    const isNew = ({ column, fault }: Fault) => !row.faults.some((own) => own.column === column && own.fault === fault);
    return { ...row, faults: [...row.faults, ...(byIndex.get(index) ?? []).filter(isNew)] };
  });
}

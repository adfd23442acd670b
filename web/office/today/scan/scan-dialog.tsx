import { m } from '#messages';
import { toErrorMessage } from '../../../../domain/problems.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { LoadingNote } from '../../../ui/loading-note.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { CameraView } from './camera-view.tsx';
import { checkTicket } from './data.ts';
import { ScanResult } from './scan-result.tsx';

type ScanDialogProps = {
  /** Called when an arrival may have been marked. */
  onMarked: () => void;
  onFindPlate: (plate: string) => void;
  onClose: () => void;
};

/** Scans one ticket after the other. */
export function ScanDialog({ onMarked, onFindPlate, onClose }: ScanDialogProps) {
  const check = useOnlineMutation({ mutationFn: checkTicket, onError: () => undefined, onSettled: onMarked });
  return (
    <Modal open size="large" onClose={onClose} title={m.scan_ticket()}>
      {check.isIdle ? (
        <CameraView
          onCode={(ticket) => check.mutate({ ticket, key: crypto.randomUUID() })}
          onFindPlate={(plate) => {
            onFindPlate(plate);
            onClose();
          }}
        />
      ) : null}
      {check.isPending ? <LoadingNote className="justify-center py-16">{m.scan_checking()}</LoadingNote> : null}
      {check.isSuccess ? <ScanResult ticket={check.data} /> : null}
      {check.isError ? (
        <>
          <ErrorNote>{toErrorMessage(check.error)}</ErrorNote>
          <Button onClick={() => check.mutate(check.variables)}>{m.action_try_again()}</Button>
        </>
      ) : null}
      {check.isSuccess || check.isError ? (
        <Button variant={check.isError ? 'secondary' : 'primary'} onClick={check.reset}>
          {m.scan_next()}
        </Button>
      ) : null}
    </Modal>
  );
}

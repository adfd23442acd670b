import { Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import { m } from '#messages';
import { isDeletionConfirmed } from '../../domain/people/settings.ts';
import { toErrorMessage } from '../../domain/problems.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Modal } from '../ui/modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useOnlineMutation } from '../ui/use-online-mutation.ts';
import { deleteAccount } from './data.ts';

type DeleteAccountProps = {
  email: string;
  /** Clears what this device stores of the account. */
  onDeleted: () => Promise<void>;
  /** What else goes with the account. */
  note?: ReactNode;
};

export function DeleteAccount({ email, onDeleted, note }: DeleteAccountProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden="true" className="size-5" />
        {m.delete_account_open()}
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.delete_account_title()}
        description={m.delete_account_description()}
      >
        {note}
        <Confirmation email={email} onDeleted={onDeleted} onCancel={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

function Confirmation({ email, onDeleted, onCancel }: DeleteAccountProps & { onCancel: () => void }) {
  const [typed, setTyped] = useState('');
  const deletion = useOnlineMutation({
    mutationFn: async () => {
      await deleteAccount();
      toast.success(m.delete_account_done());
      await onDeleted();
    },
    // The form shows it.
    onError: () => undefined,
  });
  const isConfirmed = isDeletionConfirmed(typed, email);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed && !deletion.isPending) deletion.mutate();
  };

  return (
    <form onSubmit={submit} aria-busy={deletion.isPending} className="flex flex-col gap-4">
      <TextField
        label={m.delete_account_confirm({ word: m.delete_account_word() })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {deletion.error ? <ErrorNote>{toErrorMessage(deletion.error)}</ErrorNote> : null}
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="danger" disabled={!isConfirmed || deletion.isPending}>
          {deletion.isPending ? m.delete_account_deleting() : m.delete_account_submit()}
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={deletion.isPending}>
          {m.delete_account_keep()}
        </Button>
      </div>
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { formatCard, removeSavedCard, type SavedCard } from './saved-card.ts';
import { savedCardsKey } from './use-payment-methods.ts';

type RemoveCardProps = { userId: string; card: SavedCard; onClose: () => void };

/** Asks before a card is removed; stays open while that fails. */
export function RemoveCard({ userId, card, onClose }: RemoveCardProps) {
  const queryClient = useQueryClient();
  const removing = useOnlineMutation({
    mutationFn: () => removeSavedCard(card.id),
    // The dialog shows it.
    onError: () => undefined,
    onSuccess: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: savedCardsKey(userId) });
    },
  });
  return (
    <Modal
      open
      isClosable={!removing.isPending}
      onClose={onClose}
      title={m.card_remove_question()}
      description={m.card_remove_text({ card: formatCard(card) })}
    >
      {removing.error && !removing.isPending ? <ErrorNote>{toErrorMessage(removing.error)}</ErrorNote> : null}
      <DialogActions>
        <Button variant="danger" disabled={removing.isPending} onClick={() => removing.mutate()}>
          {removing.isPending ? m.card_removing() : m.card_remove()}
        </Button>
        <Button variant="secondary" disabled={removing.isPending} onClick={onClose}>
          {m.card_keep()}
        </Button>
      </DialogActions>
    </Modal>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { CreditCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import {
  describeExpiry,
  formatCard,
  removeSavedCard,
  type SavedCard,
  savedCardsKey,
  useSavedCards,
} from './saved-card.ts';

type SavedCardListProps = {
  userId: string;
  /** Whether cards can be saved; those that are there can be removed all the same. */
  takesCards: boolean;
};

/** The cards that AZUL keeps for a driver, to be removed. */
export function SavedCardList({ userId, takesCards }: SavedCardListProps) {
  const cards = useSavedCards(userId);
  const now = useNow();
  const [removed, setRemoved] = useState<SavedCard | null>(null);
  const hasNone = cards.data === undefined ? !cards.isError : cards.data.count === 0;
  if (!takesCards && hasNone) return null;
  return (
    <section aria-labelledby="saved-cards" className="flex flex-col gap-3">
      <h2 id="saved-cards" className="text-lg font-bold tracking-tight">
        {m.cards_title()}
      </h2>
      <QueryState query={cards} loading={<SkeletonList label={m.cards_loading()} shapes={['h-18']} />}>
        {({ rows, invalid }) => (
          <>
            {rows.length + invalid.length === 0 ? <p className="text-muted">{m.cards_none()}</p> : null}
            <ul className="flex flex-col gap-3 empty:hidden">
              {rows.map((card) => (
                <li key={card.id}>
                  <Card className="flex items-center gap-3 py-2">
                    <CreditCard aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
                    <div className="flex min-w-0 flex-1 flex-col">
                      <span className="font-semibold tabular-nums">{formatCard(card)}</span>
                      <span className="text-sm text-muted">{describeExpiry(card, now)}</span>
                    </div>
                    <IconButton
                      icon={Trash2}
                      label={m.card_remove_of({ card: formatCard(card) })}
                      onClick={() => setRemoved(card)}
                    />
                  </Card>
                </li>
              ))}
            </ul>
            <InvalidRows rows={invalid} />
          </>
        )}
      </QueryState>
      {removed ? <RemoveCard userId={userId} card={removed} onClose={() => setRemoved(null)} /> : null}
    </section>
  );
}

type RemoveCardProps = { userId: string; card: SavedCard; onClose: () => void };

/** Asks before a card is removed; stays open while that fails. */
function RemoveCard({ userId, card, onClose }: RemoveCardProps) {
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

import { useQuery } from '@tanstack/react-query';
import { CreditCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { QuestionDialog } from '../../ui/feedback/question-dialog.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Card } from '../../ui/layout/card.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { moneyKeys } from '../keys.ts';
import { listSavedCards, removeSavedCard, type SavedCard } from './payments.ts';

export function useSavedCards(userId: string, isWanted = true) {
  return useQuery({
    queryKey: moneyKeys.cards(userId),
    queryFn: () => listSavedCards(userId),
    enabled: isWanted,
  });
}

/** Such as 'Visa ···· 1732'. */
export const formatCard = ({ brand, last4 }: SavedCard): string => m.card_name({ brand, digits: last4 });

/** Such as '12/28'. */
const formatExpiry = ({ expires }: SavedCard): string => `${expires.slice(4)}/${expires.slice(2, 4)}`;

/** A card is valid until the end of its month. */
export const hasExpired = ({ expires }: SavedCard, now: Date): boolean =>
  expires < `${now.getFullYear()}${String(now.getMonth() + 1).padStart(2, '0')}`;

export const describeExpiry = (card: SavedCard, now: Date): string =>
  hasExpired(card, now) ? m.card_expired({ month: formatExpiry(card) }) : m.card_expires({ month: formatExpiry(card) });

type SavedCardListProps = {
  userId: string;
  /** Whether cards can be saved; those that are there can be removed all the same. */
  takesCards: boolean;
};

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
      {removed ? <RemoveCard card={removed} onClose={() => setRemoved(null)} /> : null}
    </section>
  );
}

function RemoveCard({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const { mutate, dialog } = useAction(() => removeSavedCard(card.id), { invalidates: [moneyKeys.cards()], onClose });
  return (
    <QuestionDialog
      title={m.card_remove_question()}
      text={m.card_remove_text({ card: formatCard(card) })}
      label={m.card_remove()}
      pendingLabel={m.card_removing()}
      cancelLabel={m.card_keep()}
      variant="danger"
      {...dialog}
      onConfirm={mutate}
    />
  );
}

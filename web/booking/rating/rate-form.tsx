import { type FormEvent, type ReactNode, useState } from 'react';
import { m } from '#messages';
import { CRITERION_LABELS, RATING_CRITERIA, type Stars } from '../../../domain/ratings/rating.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RateRow } from './rate-row.tsx';

type RateFormProps = {
  /** The stars of an earlier rating. */
  initial?: Stars;
  isSending?: boolean;
  /** Further fields. */
  children?: ReactNode;
  /** What went wrong with sending. */
  error?: string | null;
  skipLabel?: string;
  /** Called when every criterion has stars. */
  onSubmit: (stars: Stars) => void;
  onSkip: () => void;
};

export function RateForm({
  initial,
  isSending = false,
  children,
  error = null,
  skipLabel = m.rating_skip(),
  onSubmit,
  onSkip,
}: RateFormProps) {
  const [stars, setStars] = useState<Partial<Stars>>(initial ?? {});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(stars) && !isSending) onSubmit(stars);
  };
  return (
    <form noValidate onSubmit={submit} aria-busy={isSending} className="flex flex-1 flex-col gap-6">
      <div className="divide-line divide-y rounded-card border border-line bg-surface px-4">
        {RATING_CRITERIA.map((criterion) => (
          <RateRow
            key={criterion}
            name={criterion}
            label={CRITERION_LABELS[criterion]}
            value={stars[criterion] ?? 0}
            onChange={(chosen) => setStars({ ...stars, [criterion]: chosen })}
          />
        ))}
      </div>
      {children}
      <ActionBar>
        {error === null ? null : <ErrorNote>{error}</ErrorNote>}
        <Button type="submit" disabled={!isComplete(stars) || isSending}>
          {isSending ? m.rating_sending() : m.rating_submit()}
        </Button>
        <Button variant="quiet" disabled={isSending} onClick={onSkip}>
          {skipLabel}
        </Button>
      </ActionBar>
    </form>
  );
}

const isComplete = (stars: Partial<Stars>): stars is Stars => RATING_CRITERIA.every((criterion) => stars[criterion]);

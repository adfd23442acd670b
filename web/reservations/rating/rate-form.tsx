import { type FormEvent, useState } from 'react';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { RateRow } from './rate-row.tsx';

const RATING_CRITERIA = ['Overall Experience', 'Cleanness', 'Communication', 'Accessibility'] as const;

type Ratings = Partial<Record<(typeof RATING_CRITERIA)[number], number>>;

type RateFormProps = {
  /** Called when every criterion has stars; they are not stored yet. */
  onSubmit: () => void;
  onSkip: () => void;
};

export function RateForm({ onSubmit, onSkip }: RateFormProps) {
  const [ratings, setRatings] = useState<Ratings>({});
  const isComplete = RATING_CRITERIA.every((criterion) => ratings[criterion]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex flex-1 flex-col gap-6">
      <div className="divide-line divide-y rounded-card border border-line bg-surface px-4">
        {RATING_CRITERIA.map((criterion) => (
          <RateRow
            key={criterion}
            criterion={criterion}
            value={ratings[criterion] ?? 0}
            onChange={(stars) => setRatings({ ...ratings, [criterion]: stars })}
          />
        ))}
      </div>
      <ActionBar>
        <Button type="submit" disabled={!isComplete}>
          Submit Rating
        </Button>
        <Button variant="quiet" onClick={onSkip}>
          Skip
        </Button>
      </ActionBar>
    </form>
  );
}

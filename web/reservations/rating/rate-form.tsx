import { type FormEvent, useState } from 'react';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { RateRow } from './rate-row.tsx';
import { isComplete, NO_RATINGS, RATING_CRITERIA } from './rate-values.ts';

type RateFormProps = {
  /** Called once every criterion has its stars; nobody keeps them yet. */
  onSubmit: () => void;
  onSkip: () => void;
};

/** Rates a stay by four criteria. */
export function RateForm({ onSubmit, onSkip }: RateFormProps) {
  const [ratings, setRatings] = useState(NO_RATINGS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(ratings)) onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex flex-1 flex-col gap-6">
      <div className="divide-line divide-y rounded-card border border-line bg-surface px-4">
        {RATING_CRITERIA.map((criterion) => (
          <RateRow
            key={criterion}
            criterion={criterion}
            value={ratings[criterion]}
            onChange={(stars) => setRatings({ ...ratings, [criterion]: stars })}
          />
        ))}
      </div>
      <ActionBar>
        <Button type="submit" disabled={!isComplete(ratings)}>
          Submit Rating
        </Button>
        <Button variant="quiet" onClick={onSkip}>
          Skip
        </Button>
      </ActionBar>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { m } from '#messages';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { RateRow } from './rate-row.tsx';

const RATING_CRITERIA = ['overall', 'cleanness', 'communication', 'accessibility'] as const;

type Criterion = (typeof RATING_CRITERIA)[number];

const CRITERION_LABELS: Record<Criterion, string> = {
  overall: m.rating_overall(),
  cleanness: m.rating_cleanness(),
  communication: m.rating_communication(),
  accessibility: m.rating_accessibility(),
};

type Ratings = Partial<Record<Criterion, number>>;

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
            name={criterion}
            label={CRITERION_LABELS[criterion]}
            value={ratings[criterion] ?? 0}
            onChange={(stars) => setRatings({ ...ratings, [criterion]: stars })}
          />
        ))}
      </div>
      <ActionBar>
        <Button type="submit" disabled={!isComplete}>
          {m.rating_submit()}
        </Button>
        <Button variant="quiet" onClick={onSkip}>
          {m.rating_skip()}
        </Button>
      </ActionBar>
    </form>
  );
}

import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { m } from '#messages';
import {
  CRITERION_LABELS,
  LIVE_RATING_CRITERIA,
  RATING_CRITERIA,
  type Rating,
} from '../../../domain/ratings/rating.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';

type RateFormProps = {
  /** Whether the overall stars count for each criterion that has none of its own. */
  isShort?: boolean;
  initial?: Rating;
  isSending?: boolean;
  children?: ReactNode;
  error?: Error | null;
  skipLabel?: string;
  /** Called once every criterion has stars. */
  onSubmit: (stars: Rating) => void;
  onSkip: () => void;
};

export function RateForm({
  isShort = false,
  initial,
  isSending = false,
  children,
  error = null,
  skipLabel = m.rating_skip(),
  onSubmit,
  onSkip,
}: RateFormProps) {
  const [chosen, setChosen] = useState<Partial<Rating>>(initial ?? {});
  const stars = isShort ? { ...toAllCriteria(chosen.overall), ...chosen } : chosen;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(stars) && !isSending) onSubmit(stars);
  };
  return (
    <form noValidate onSubmit={submit} aria-busy={isSending} className="flex flex-1 flex-col gap-6">
      <div className="divide-line divide-y rounded-card border border-line bg-surface px-4">
        {(isShort ? LIVE_RATING_CRITERIA : RATING_CRITERIA).map((criterion) => (
          <RateRow
            key={criterion}
            name={criterion}
            label={CRITERION_LABELS[criterion]}
            value={stars[criterion] ?? 0}
            onChange={(value) => setChosen({ ...chosen, [criterion]: value })}
          />
        ))}
      </div>
      {children}
      <ActionBar>
        {error === null ? null : <ErrorNote error={error} />}
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

const RATING_STARS = [1, 2, 3, 4, 5] as const;

const toAllCriteria = (value: number | undefined): Partial<Rating> =>
  value === undefined ? {} : { cleanness: value, communication: value, accessibility: value };

const isComplete = (stars: Partial<Rating>): stars is Rating => RATING_CRITERIA.every((criterion) => stars[criterion]);

type RateRowProps = {
  name: string;
  label: string;
  /** From 1 to 5; 0 while nothing is chosen. */
  value: number;
  onChange: (value: number) => void;
};

/** One criterion, rated with 1 to 5 stars. They are radio buttons, so the arrow keys work as well. */
function RateRow({ name, label, value, onChange }: RateRowProps) {
  const [hovered, setHovered] = useState(0);
  const shown = hovered || value;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex flex-col gap-1 py-3 min-[28rem]:flex-row min-[28rem]:items-center min-[28rem]:justify-between"
    >
      <p aria-hidden="true" className="flex flex-1 items-baseline justify-between gap-3 font-semibold">
        {label}
        <span className="text-sm font-medium text-muted tabular-nums">
          {value > 0 ? m.rating_value({ stars: value }) : null}
        </span>
      </p>
      <div className="-ml-1.5 flex min-[28rem]:-mr-1.5" onPointerLeave={() => setHovered(0)}>
        {RATING_STARS.map((stars) => (
          <label
            key={stars}
            onPointerEnter={(event) => setHovered(event.pointerType === 'mouse' ? stars : 0)}
            className="relative flex size-11 cursor-pointer items-center justify-center rounded-full transition-transform has-focus-visible:outline-3 has-focus-visible:outline-brand-ink motion-safe:active:scale-90"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              onChange={() => {
                // The choice replaces the preview, also while the mouse rests on another star.
                setHovered(0);
                onChange(stars);
              }}
              aria-label={m.rating_star_label({ criterion: label, stars })}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <Star
              aria-hidden="true"
              className={clsx(
                'pointer-events-none size-8 transition-colors',
                stars <= shown ? 'fill-brand text-brand' : 'fill-transparent text-field-line',
              )}
              strokeWidth={1.5}
            />
          </label>
        ))}
      </div>
    </div>
  );
}

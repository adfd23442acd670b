import { RateForm } from '../../booking/rating/rate-form.tsx';

/** The rating form of a demo, which sends nothing. */
export function SampleRateForm({ onDone }: { onDone: () => void }) {
  return <RateForm onSubmit={onDone} onSkip={onDone} />;
}

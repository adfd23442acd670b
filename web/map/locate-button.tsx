import { LoaderCircle, LocateFixed } from 'lucide-react';
import { m } from '#messages';

/** Moves the map to where the person is. */
export function LocateButton({ isLocating, onClick }: { isLocating: boolean; onClick: () => void }) {
  const Icon = isLocating ? LoaderCircle : LocateFixed;
  return (
    <button
      type="button"
      aria-label={m.map_use_current_location()}
      title={m.map_use_current_location()}
      aria-busy={isLocating}
      disabled={isLocating}
      onClick={onClick}
      className="bg-raised shadow-float border-line text-brand-ink inline-flex size-12 shrink-0 items-center justify-center rounded-full border"
    >
      <Icon aria-hidden="true" className={isLocating ? 'size-5 animate-spin' : 'size-5'} />
    </button>
  );
}

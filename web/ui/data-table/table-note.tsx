import { LoaderCircle, RotateCw, SearchX } from 'lucide-react';
import { Button } from '../button.tsx';
import { StatePanel } from '../state-panel.tsx';

type TableNoteProps = {
  problem: { text: string; onRetry: () => void } | null;
  isLoading: boolean;
  loadingText: string;
  emptyText: string;
};

/** What stands in the place of rows: that they failed, are on their way, or that there are none. */
export function TableNote({ problem, isLoading, loadingText, emptyText }: TableNoteProps) {
  if (problem !== null) {
    return (
      <StatePanel
        urgent
        icon={RotateCw}
        title={problem.text}
        action={
          <Button variant="secondary" onClick={problem.onRetry}>
            Try again
          </Button>
        }
      />
    );
  }
  if (isLoading) {
    return (
      <p role="status" className="text-muted flex items-center justify-center gap-2 py-16 text-base">
        <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
        {loadingText}
      </p>
    );
  }
  return <StatePanel icon={SearchX} title={emptyText} />;
}

import { clsx } from 'clsx';
import { RefreshCw } from 'lucide-react';
import { Button } from './button.tsx';

type RefreshButtonProps = { isRefreshing: boolean; onRefresh: () => void };

/** Asks for a table again; its sign turns while the answer is on its way. */
export function RefreshButton({ isRefreshing, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size="small" onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
      Refresh
    </Button>
  );
}

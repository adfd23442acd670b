import { clsx } from 'clsx';
import { RefreshCw } from 'lucide-react';
import { m } from '#messages';
import { Button } from './button.tsx';

type RefreshButtonProps = { isRefreshing: boolean; onRefresh: () => void };

export function RefreshButton({ isRefreshing, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="secondary" size="small" onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={clsx('size-4', isRefreshing && 'animate-spin')} />
      {m.action_refresh()}
    </Button>
  );
}

import { TriangleAlert, WifiOff } from 'lucide-react';
import { PROBLEMS, toErrorMessage } from '../../domain/problems.ts';
import { Button } from './button.tsx';
import { StatePanel } from './state-panel.tsx';

type QueryProblemProps = { error: Error | null; isOffline: boolean; onRetry: () => void };

/** Why something is not there, with the way to ask for it again; nothing while it is still on its way. */
export function QueryProblem({ error, isOffline, onRetry }: QueryProblemProps) {
  const retry = <Button onClick={onRetry}>Try again</Button>;
  if (error) return <StatePanel urgent icon={TriangleAlert} title={toErrorMessage(error)} action={retry} />;
  if (isOffline) return <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} action={retry} />;
  return null;
}

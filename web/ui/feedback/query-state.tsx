import { RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { needsOperator, toErrorMessage } from '../../../domain/problems.ts';
import { Button } from '../form/button.tsx';
import { checkConnection } from '../platform/connection-state.ts';
import { StatePanel } from './state-panel.tsx';

/** What these components read of a TanStack Query result; results of `useQuery` and `useInfiniteQuery` both fit. */
export type QueryStatus = {
  error: Error | null;
  isError: boolean;
  isPaused: boolean;
  refetch: () => unknown;
};

type QueryStateProps<Data> = {
  query: QueryStatus & { data: Data | undefined };
  /** Shown until the first data arrives, such as a `SkeletonList`. */
  loading: ReactNode;
  /** Replaces the message of the error. */
  failedText?: string;
  isEmpty?: (data: Data) => boolean;
  /** Shown instead of the children when `isEmpty` is true. */
  empty?: ReactNode;
  /** Leaves a dialog that has no buttons without the data. */
  onCancel?: () => void;
  children: (data: Data) => ReactNode;
};

/** Shows the data of a query, or why there is none: loading, failed, offline or empty. Old data outlives a failed refetch. */
export function QueryState<Data>({ query, loading, isEmpty, empty, children, ...problem }: QueryStateProps<Data>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  return query.isError || query.isPaused ? <QueryProblem query={query} {...problem} /> : loading;
}

type QueryProblemProps = {
  query: QueryStatus;
  /** Replaces the refetch of the query. */
  onRetry?: (() => void) | undefined;
  failedText?: string;
  onCancel?: (() => void) | undefined;
};

/** Says why a query that failed or is offline has no data, with a button to try again. */
export function QueryProblem({ query, onRetry = query.refetch, failedText, onCancel }: QueryProblemProps) {
  const tryAgain = () => {
    // A query that is paused goes on by itself once there is a connection.
    void checkConnection();
    void onRetry();
  };
  return (
    <StatePanel
      urgent
      offersSupport={query.isError && needsOperator(query.error)}
      icon={query.isError ? RotateCw : WifiOff}
      title={query.isError ? (failedText ?? toErrorMessage(query.error)) : m.problem_offline()}
      action={
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button variant="secondary" onClick={tryAgain}>
            {m.action_try_again()}
          </Button>
          {onCancel ? (
            <Button variant="secondary" onClick={onCancel}>
              {m.action_cancel()}
            </Button>
          ) : null}
        </div>
      }
    />
  );
}

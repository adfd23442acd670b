import { LoaderCircle } from 'lucide-react';
import { Button, type ButtonProps } from '../form/button.tsx';

type ShowMoreButtonProps = Omit<ButtonProps, 'onClick' | 'disabled' | 'variant'> & {
  /** The result of `useInfiniteQuery`. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** Loads the next page of a list; nothing when there is none. */
export function ShowMoreButton({ list, children, ...rest }: ShowMoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="secondary" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} {...rest}>
      {list.isFetchingNextPage ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
      {children}
    </Button>
  );
}

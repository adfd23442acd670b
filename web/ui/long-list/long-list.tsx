import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import type { ListProps } from './list-props.ts';
import { rememberRowHeights } from './row-heights.ts';

/** So many rows are all in the page, where the browser's own search finds them. */
const MAX_WHOLE_ROWS = 100;

const WindowedList = lazy(async () => ({ default: (await import('./windowed-list.tsx')).WindowedList }));

type LongListProps<Item> = ListProps & {
  items: readonly Item[];
  getKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

/** A list that may grow without limit. Of a long one only the rows in view are in the page. */
export function LongList<Item>({ items, getKey, children: renderItem, ...props }: LongListProps<Item>) {
  // Deferred, so that a list that grows keeps its rows until the windowed one is loaded.
  const isLong = useDeferredValue(items.length > MAX_WHOLE_ROWS);
  const whole = (
    <ul
      ref={rememberRowHeights}
      aria-label={props.label}
      className={clsx('flex flex-col', props.className)}
      style={{ gap: props.gap }}
    >
      {items.slice(0, MAX_WHOLE_ROWS).map((item) => (
        <li key={getKey(item)} data-key={getKey(item)} className={props.rowClassName}>
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
  return (
    <Suspense fallback={whole}>
      {isLong ? (
        <WindowedList
          keys={items.map(getKey)}
          renderRow={(index) => {
            const item = items[index];
            return item === undefined ? null : renderItem(item);
          }}
          {...props}
        />
      ) : (
        whole
      )}
    </Suspense>
  );
}

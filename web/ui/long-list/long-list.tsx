import { clsx } from 'clsx';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ListStyle } from './list-style.ts';
import { rememberRowHeights } from './row-heights.ts';

/** So many rows are all in the page, where the browser's own search finds them. */
const MAX_WHOLE_ROWS = 100;

const WindowedList = lazy(async () => ({ default: (await import('./windowed-list.tsx')).WindowedList }));

type LongListProps<Item> = ListStyle & {
  items: readonly Item[];
  getKey: (item: Item) => string;
  children: (item: Item) => ReactNode;
};

/** A list that may grow without limit. Of a long one only the rows in view are in the page. */
export function LongList<Item>({ items, getKey, children: renderItem, ...style }: LongListProps<Item>) {
  const whole = (
    <ul ref={rememberRowHeights} className={clsx('flex flex-col', style.className)} style={{ gap: style.gap }}>
      {items.slice(0, MAX_WHOLE_ROWS).map((item) => (
        <li key={getKey(item)} data-key={getKey(item)} className={style.rowClassName}>
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
  if (items.length <= MAX_WHOLE_ROWS) return whole;
  return (
    <Suspense fallback={whole}>
      <WindowedList
        keys={items.map(getKey)}
        renderRow={(index) => {
          const item = items[index];
          return item === undefined ? null : renderItem(item);
        }}
        {...style}
      />
    </Suspense>
  );
}

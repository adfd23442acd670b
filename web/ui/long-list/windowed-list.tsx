import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ListProps } from './list-props.ts';
import { rowHeights } from './row-heights.ts';
import { ScrollerContext } from './scroller-context.ts';

/** Rows above and below the view, for Tab and for quick scrolling. */
const OVERSCAN_ROWS = 6;

type WindowedListProps = ListProps & {
  keys: readonly string[];
  renderRow: (index: number) => ReactNode;
};

/** The rows of a list that are in view, and the one with the focus; all of them on paper. */
export function WindowedList(props: WindowedListProps) {
  const scroller = use(ScrollerContext);
  useNoScrollAnchoring(scroller);
  return scroller === undefined ? <RowsOfPage {...props} /> : <RowsOfBox scroller={scroller} {...props} />;
}

function RowsOfPage(props: WindowedListProps) {
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useListTop(list);
  const { focusEvents, options } = useWindowing(props);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({ ...options, scrollMargin });
  return <Rows ref={list} virtualizer={virtualizer} focusEvents={focusEvents} {...props} />;
}

function RowsOfBox({ scroller, ...props }: WindowedListProps & { scroller: HTMLElement | null }) {
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useListTop(list, scroller);
  const { focusEvents, options } = useWindowing(props);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...options,
    scrollMargin,
    getScrollElement: () => scroller,
    initialOffset: () => scroller?.scrollTop ?? 0,
  });
  return <Rows ref={list} virtualizer={virtualizer} focusEvents={focusEvents} {...props} />;
}

/** What both kinds of scrolling need. The row with the focus stays in the page, with those that Tab goes to from it. */
function useWindowing({ keys, rowHeight, gap = 0 }: WindowedListProps) {
  const [focused, setFocused] = useState<number | null>(null);
  const isPrinting = useIsPrinting();
  // The same functions while somebody scrolls: a new one would lay all rows out again.
  const getItemKey = useCallback((index: number) => keys[index] ?? '', [keys]);
  const rangeExtractor = useCallback(
    (range: Range) =>
      isPrinting ? [...Array(range.count).keys()] : addFocused(defaultRangeExtractor(range), focused, range.count),
    [focused, isPrinting],
  );
  const options = {
    count: keys.length,
    getItemKey,
    estimateSize: (index: number) => rowHeights.get(getItemKey(index)) ?? rowHeight,
    overscan: OVERSCAN_ROWS,
    gap,
    rangeExtractor,
    // To draw rows within the scroll event blocks a slow phone six times as long.
    useFlushSync: false,
  };
  const focusEvents = {
    onFocus: ({ target }: FocusEvent) => setFocused(Number(target.closest('[data-index]')?.getAttribute('data-index'))),
    onBlur: () => setFocused(null),
  };
  return { options, focusEvents };
}

function addFocused(inView: readonly number[], focused: number | null, count: number): number[] {
  if (focused === null) return [...inView];
  const near = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < count);
  return [...new Set([...inView, ...near])].toSorted((a, b) => a - b);
}

type RowsProps<Scroller extends Element | Window> = WindowedListProps & {
  ref: RefObject<HTMLUListElement | null>;
  virtualizer: Virtualizer<Scroller, HTMLLIElement>;
  focusEvents: ReturnType<typeof useWindowing>['focusEvents'];
};

function Rows<Scroller extends Element | Window>({ ref, virtualizer, focusEvents, ...props }: RowsProps<Scroller>) {
  const { label, keys, renderRow, gap, className, rowClassName } = props;
  useEffect(
    () => () => {
      for (const { key, size } of virtualizer.takeSnapshot()) rowHeights.set(String(key), size);
    },
    [virtualizer],
  );
  return (
    <ul
      ref={ref}
      aria-label={label}
      // Rows have other heights on paper.
      className={clsx('relative print:flex print:h-auto! print:flex-col', className)}
      style={{ height: virtualizer.getTotalSize(), gap }}
      {...focusEvents}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={keys.length}
          aria-posinset={index + 1}
          className={clsx('absolute inset-x-0 print:static', rowClassName)}
          style={{ top: start - virtualizer.options.scrollMargin }}
        >
          <RowContent index={index} renderRow={renderRow} />
        </li>
      ))}
    </ul>
  );
}

/** Drawn once, however often the list is drawn while somebody scrolls. */
const RowContent = memo(({ index, renderRow }: { index: number } & Pick<WindowedListProps, 'renderRow'>) =>
  renderRow(index),
);

/**
 * Turns off the browser's scroll anchoring in what scrolls the list: the virtualizer keeps the rows in their place. The
 * browser would keep what is below the list in its place instead, and skip the rows that "show more" adds.
 */
function useNoScrollAnchoring(scroller?: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (scroller === null) return;
    const { style } = scroller ?? document.documentElement;
    style.overflowAnchor = 'none';
    return () => {
      style.removeProperty('overflow-anchor');
    };
  }, [scroller]);
}

/** True while the browser prints the page or shows how it would. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is in the page when the event ends.
    const start = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** How far below the start of what scrolls a list begins: the page, or an element. What is above it may grow. */
function useListTop(list: RefObject<HTMLElement | null>, scroller?: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (scroller === null) return;
    const measure = () => {
      if (list.current === null) return;
      const { top: inView } = list.current.getBoundingClientRect();
      const start = scroller ? scroller.getBoundingClientRect().top - scroller.scrollTop : -window.scrollY;
      setTop(Math.round(inView - start));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of scroller ? scroller.children : [document.body]) observer.observe(element);
    return () => observer.disconnect();
  }, [list, scroller]);
  return top;
}

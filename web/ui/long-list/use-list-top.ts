import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far below the start of what scrolls a list begins: the page, or an element. What is above it may grow. */
export function useListTop(list: RefObject<HTMLElement | null>, scroller?: HTMLElement | null): number {
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

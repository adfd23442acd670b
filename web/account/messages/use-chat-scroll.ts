import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So close to its end, somebody reads the newest message. */
const END_PX = 80;

type Shown = { firstId: string | undefined; lastId: string | undefined; isLastOwn: boolean };

/**
 * Keeps a log at its end while somebody reads there or writes, and at the same message while older ones are added above.
 * `hasNewBelow` says that a message arrived below what is in view.
 */
export function useChatScroll({ firstId, lastId, isLastOwn }: Shown) {
  const log = useRef<HTMLDivElement>(null);
  const last = useRef<{ firstId?: string | undefined; lastId?: string | undefined; height: number }>({ height: 0 });
  const isAtEnd = useRef(true);
  const [hasNewBelow, setHasNewBelow] = useState(false);

  const scrollToEnd = () => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
    setHasNewBelow(false);
  };
  useLayoutEffect(() => {
    const element = log.current;
    if (element === null) return;
    const before = last.current;
    last.current = { firstId, lastId, height: element.scrollHeight };
    if (lastId !== before.lastId) {
      if (isAtEnd.current || isLastOwn || before.lastId === undefined) element.scrollTop = element.scrollHeight;
      else setHasNewBelow(true);
    } else if (firstId !== before.firstId) {
      element.scrollTop += element.scrollHeight - before.height;
    }
  }, [firstId, lastId, isLastOwn]);

  // The composer grows while somebody types, and a message when it was not sent.
  useEffect(() => {
    const element = log.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);

  const handleScroll = () => {
    const element = log.current;
    if (element === null) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
    if (isAtEnd.current) setHasNewBelow(false);
  };
  return { log, handleScroll, scrollToEnd, hasNewBelow };
}

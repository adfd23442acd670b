import { useEffect, useState } from 'react';
import { BATCH_SIZE } from '../clustering.ts';

/** The items that are drawn by now: with each frame a batch more, so that no frame has to wait for all of them. */
export function useBatches<Item>(items: readonly Item[]): readonly Item[] {
  const [progress, setProgress] = useState({ items, count: BATCH_SIZE });
  const count = progress.items === items ? progress.count : BATCH_SIZE;
  const isComplete = count >= items.length;
  useEffect(() => {
    if (isComplete) return;
    const frame = requestAnimationFrame(() => setProgress({ items, count: count + BATCH_SIZE }));
    return () => cancelAnimationFrame(frame);
  }, [items, count, isComplete]);
  return isComplete ? items : items.slice(0, count);
}

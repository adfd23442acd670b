import { useEffect, useState } from 'react';
import { BATCH_SIZE } from '../../map-settings.ts';

/** The items to draw by now: one more batch with each frame, so that no frame waits for all of them. */
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

/** What browsers tell of the device and its connection; none of it is everywhere. */
type DeviceHints = Navigator & {
  /** In GB, at most 8. */
  deviceMemory?: number;
  connection?: { saveData?: boolean; effectiveType?: string };
};

const MIN_CORES = 4;
const MIN_MEMORY_GB = 4;
/** How long a quick device is blocked while the page starts, in ms. */
const MAX_BLOCKED_MS = 200;
/** A task that is longer blocks what people do. */
const LONG_TASK_MS = 50;
const LONG_TASK = 'longtask';

/** Calls back when the page has nothing else to do, on a device where the start of MapLibre goes unnoticed. */
export function whenIdleAndQuick(callback: () => void): () => void {
  if (!mayBeQuick() || !('requestIdleCallback' in window)) return () => undefined;
  const tasks = countBlockedTime();
  const handle = requestIdleCallback(() => {
    if (tasks.getBlockedMs() <= MAX_BLOCKED_MS) callback();
  });
  return () => {
    tasks.stop();
    cancelIdleCallback(handle);
  };
}

/** Cheap phones have as many cores as dear ones and some report no memory, so a phone waits for the first gesture. */
function mayBeQuick(): boolean {
  const { hardwareConcurrency, deviceMemory = MIN_MEMORY_GB, connection = {} }: DeviceHints = navigator;
  return (
    window.matchMedia('(pointer: fine)').matches &&
    hardwareConcurrency >= MIN_CORES &&
    deviceMemory >= MIN_MEMORY_GB &&
    connection.saveData !== true &&
    (connection.effectiveType ?? '4g') === '4g'
  );
}

/** How long the page's own start has blocked the browser; 0 where the browser does not tell. */
function countBlockedTime() {
  let blockedMs = 0;
  if (!PerformanceObserver.supportedEntryTypes.includes(LONG_TASK)) {
    return { getBlockedMs: () => blockedMs, stop: () => undefined };
  }
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blockedMs += duration - LONG_TASK_MS;
  });
  observer.observe({ type: LONG_TASK, buffered: true });
  return { getBlockedMs: () => blockedMs, stop: () => observer.disconnect() };
}

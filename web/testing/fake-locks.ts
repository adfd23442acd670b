/** The locks of a browser with several tabs, which jsdom does not have; a test takes one as another tab would. */
export function stubLocks() {
  const queues = new Map<string, Promise<unknown>>();
  const request = (name: string, _options: unknown, task: () => Promise<unknown>) => {
    const result = (queues.get(name) ?? Promise.resolve()).then(task);
    queues.set(
      name,
      result.catch(() => undefined),
    );
    return result;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  return {
    /** Holds a lock until the returned function is called. */
    hold(name: string): () => void {
      const released = Promise.withResolvers<void>();
      void request(name, {}, () => released.promise);
      return released.resolve;
    },
    /** Takes the locks away again, as in browsers without them. */
    remove: () => Reflect.deleteProperty(navigator, 'locks'),
  };
}

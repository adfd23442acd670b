type Handler = (...what: unknown[]) => void;
type Listener = { remove: () => void };

const listeners = new WeakMap<object, Map<string, Set<Handler>>>();

/** `google.maps.event`. */
export const event = {
  addListener(target: object, name: string, handler: Handler): Listener {
    const byName = listeners.get(target) ?? new Map<string, Set<Handler>>();
    listeners.set(target, byName);
    const handlers = byName.get(name) ?? new Set();
    byName.set(name, handlers.add(handler));
    return { remove: () => handlers.delete(handler) };
  },
  removeListener: (listener: Listener) => listener.remove(),
  clearInstanceListeners: (target: object) => listeners.delete(target),
  trigger(target: object, name: string, ...what: unknown[]) {
    for (const handler of [...(listeners.get(target)?.get(name) ?? [])]) handler.apply(target, what);
  },
};

/** What map, info window and line have in common. */
export class MVCObject {
  addListener(name: string, handler: Handler) {
    return event.addListener(this, name, handler);
  }
}

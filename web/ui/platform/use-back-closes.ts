import { useEffect, useEffectEvent } from 'react';

/** Chromium has this class; TypeScript does not know it yet. */
type CloseWatcher = EventTarget & { destroy(): void };
type WindowWithCloseWatcher = Window & { CloseWatcher?: new () => CloseWatcher };

/** Android's Back closes what is open instead of leaving the screen. Browsers without it leave, as they always did. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as WindowWithCloseWatcher;
    if (!isOpen || CloseWatcher === undefined) return;
    let watcher: CloseWatcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener('close', () => {
        close();
        // The next Back needs a watcher of its own, while the dialog stays open.
        watch();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [isOpen]);
}

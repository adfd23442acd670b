import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);
const isOnlineNow = () => onlineManager.isOnline();

/** Whether the device has a connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnlineNow);
}

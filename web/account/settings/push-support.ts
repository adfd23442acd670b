/** Whether this browser can show notifications; on iOS only an app on the home screen can. */
export type PushSupport = 'supported' | 'blocked' | 'needs-install' | 'unsupported';

const isIos = (): boolean => /iPad|iPhone|iPod/.test(navigator.userAgent) || isTabletThatSaysItIsAMac();

const isTabletThatSaysItIsAMac = (): boolean =>
  navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;

export function findPushSupport(): PushSupport {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!hasPush) return isIos() ? 'needs-install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'supported';
}

import { useRegisterSW } from 'virtual:pwa-register/react';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { forgetChangedLanguage, isOfChangedLanguage } from '../platform/choose-language.ts';
import { logWarning } from '../platform/log.ts';
import { Button } from '../ui/button.tsx';
import { ICON_BUTTON_CLASS } from '../ui/icon-button.tsx';

const CHECK_EVERY_MS = 30 * 60_000;

type UpdateNoticeProps = {
  /** Whether the server has a newer version than this page. */
  isOutdated: boolean;
  onDismiss: () => void;
};

/** Registers the service worker and offers a new version when one is ready; nothing reloads by itself. */
export function UpdateNotice({ isOutdated, onDismiss }: UpdateNoticeProps) {
  const {
    needRefresh: [hasNewWorker, setHasNewWorker],
    updateServiceWorker,
  } = useRegisterSW({
    immediate: false,
    onRegisteredSW: (_url, registration) => registration && checkRegularly(registration),
    // The first worker is of the language of its page already.
    onOfflineReady: forgetChangedLanguage,
    onRegisterError: (error) => logWarning('This page cannot say when a newer version is ready', error),
    // Another tab changed to the new version; this one reloads when its own button is pressed.
    onNeedReload: () => undefined,
  });

  useEffect(cacheConfig, []);

  const isNewer = hasNewWorker || isOutdated;
  const dismiss = () => {
    setHasNewWorker(false);
    onDismiss();
  };

  // After a change of language the page is of that language already; the worker that keeps its files follows.
  const isOfOtherLanguage = isNewer && isOfChangedLanguage();
  const followLanguage = useEffectEvent(() => {
    forgetChangedLanguage();
    dismiss();
    void updateServiceWorker(false);
  });
  useEffect(() => {
    if (isOfOtherLanguage) followLanguage();
  }, [isOfOtherLanguage]);

  const update = async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration?.waiting) {
      window.location.reload();
      return;
    }
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
    await updateServiceWorker();
  };

  if (!isNewer || isOfOtherLanguage) return null;
  return (
    <section
      aria-label={m.app_update_title()}
      className="bg-raised shadow-float border-line fixed inset-x-3 top-16 z-60 mx-auto flex max-w-md items-center gap-2 rounded-card border py-2 pr-1 pl-4"
    >
      <p role="status" className="min-w-0 flex-1 text-sm font-semibold">
        {m.app_update_ready({ app: getInstallation().appName })}
      </p>
      <Button className="min-h-11! px-4!" onClick={() => void update()}>
        {m.app_update_apply()}
      </Button>
      <button
        type="button"
        aria-label={m.app_update_later()}
        title={m.app_update_later()}
        className={ICON_BUTTON_CLASS}
        onClick={dismiss}
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  );
}

function checkRegularly(registration: ServiceWorkerRegistration): void {
  const check = () => {
    // Offline there is nothing newer to find.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', check);
  setInterval(check, CHECK_EVERY_MS);
}

/** The first visit loads the configuration before there is a service worker to cache it. */
function cacheConfig(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  const load = () =>
    fetch('/config.json').catch((error: unknown) => logWarning('The configuration is not kept', error));
  serviceWorker.addEventListener('controllerchange', load, { once: true });
}

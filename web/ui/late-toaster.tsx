import { type ComponentType, useEffect, useState } from 'react';
import type { toast } from 'sonner';

type Toasts = { Toaster: ComponentType; toast: typeof toast };

const wanted = Promise.withResolvers<void>();
const shown = Promise.withResolvers<typeof toast>();

/**
 * The way to show a toast, as soon as there is a place for it. Code of the first screen asks here, as it is not to wait for
 * toasts; everything behind it imports `toast` itself.
 */
export function toasts(): Promise<typeof toast> {
  wanted.resolve();
  return shown.promise;
}

/** The toasts, loaded when the first part of the product asks for them. */
export function LateToaster() {
  const [loaded, setLoaded] = useState<Toasts | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      await wanted.promise;
      const [{ Toaster }, { toast }] = await Promise.all([import('./toaster.tsx'), import('sonner')]);
      if (isCurrent) setLoaded({ Toaster, toast });
    };
    load().catch(shown.reject);
    return () => {
      isCurrent = false;
    };
  }, []);
  // Its own effects come first, so it listens by then.
  useEffect(() => {
    if (loaded !== null) shown.resolve(loaded.toast);
  }, [loaded]);
  return loaded === null ? null : <loaded.Toaster />;
}

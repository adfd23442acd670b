import { useTheme } from 'next-themes';
import { Toaster as SonnerToaster } from 'sonner';

/** Above the bottom navigation; a screen with more at its bottom moves it up. */
const BOTTOM = 'var(--toast-bottom, 88px)';

/** The toasts at the bottom centre, in the light, dark or system theme. */
export function Toaster() {
  const { theme } = useTheme();
  const known = theme === 'light' || theme === 'dark' ? theme : 'system';
  return (
    <SonnerToaster
      position="bottom-center"
      theme={known}
      richColors
      closeButton
      offset={{ bottom: BOTTOM }}
      mobileOffset={{ bottom: BOTTOM, left: 16, right: 16 }}
      style={{ fontFamily: 'inherit' }}
    />
  );
}

import { useTheme } from 'next-themes';
import { Toaster as SonnerToaster } from 'sonner';

/** The toasts at the bottom centre, in the light, dark or system theme. */
export function Toaster() {
  const { theme } = useTheme();
  const known = theme === 'light' || theme === 'dark' ? theme : 'system';
  return <SonnerToaster position="bottom-center" theme={known} richColors closeButton offset={88} mobileOffset={88} />;
}

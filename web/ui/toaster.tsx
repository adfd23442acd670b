import { useTheme } from 'next-themes';
import type { CSSProperties } from 'react';
import { Toaster as SonnerToaster } from 'sonner';
import { m } from '#messages';

/** Above the bottom navigation; a screen with more at its bottom moves it up. */
const BOTTOM = 'var(--toast-bottom, 88px)';

/** The library's own colours have too little contrast for small text. */
const STYLE = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--success-bg': 'var(--positive-wash)',
  '--success-text': 'var(--positive)',
  '--success-border': 'var(--line)',
  '--error-bg': 'var(--danger-wash)',
  '--error-text': 'var(--danger)',
  '--error-border': 'var(--line)',
} as CSSProperties;

/** The toasts at the bottom centre, in the light, dark or system theme. */
export function Toaster() {
  const { theme } = useTheme();
  const toastTheme = theme === 'light' || theme === 'dark' ? theme : 'system';
  return (
    <SonnerToaster
      position="bottom-center"
      containerAriaLabel={m.toaster_label()}
      theme={toastTheme}
      richColors
      // None of them hides another.
      expand
      offset={{ bottom: BOTTOM }}
      mobileOffset={{ bottom: BOTTOM, left: 16, right: 16 }}
      toastOptions={{ style: { fontSize: '0.8125rem' }, classNames: { actionButton: 'h-11! px-4! text-sm! shrink-0' } }}
      style={STYLE}
    />
  );
}

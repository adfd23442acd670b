import { clsx } from 'clsx';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';

/** The logo: a map pin with the P of parking. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 48 56"
      role="img"
      aria-label={getInstallation().appName}
      className={clsx('h-10 w-auto', className)}
    >
      <path
        d="M24 2C12.400 2 3 11 3 22.300 3 37.600 24 54 24 54s21-16.400 21-31.700C45 11 35.600 2 24 2Z"
        fill="#1f1206"
      />
      <path
        d="M16.500 37V12h9.800c6 0 9.900 3.500 9.900 8.700s-3.900 8.700-9.900 8.700h-3.500V37Zm6.300-12.900h2.900c2.600 0 4.200-1.200 4.200-3.400s-1.600-3.400-4.200-3.400h-2.900Z"
        fill="#c6dc2c"
      />
    </svg>
  );
}

/** The logo alone until the session is known. On phones the page shows the start of the map behind it; see start.css. */
export function Splash() {
  return (
    <div
      data-splash=""
      role="status"
      aria-label={m.session_loading({ app: getInstallation().appName })}
      className="flex min-h-dvh items-center justify-center bg-brand"
    >
      <Logo className="h-24" />
    </div>
  );
}

import { Logo } from '../../brand/logo.tsx';

/** The logo alone, while the product finds out who is here. */
export function Splash() {
  return (
    <div role="status" aria-label="Loading Parqueo" className="flex min-h-dvh items-center justify-center bg-brand">
      <Logo className="h-24" />
    </div>
  );
}

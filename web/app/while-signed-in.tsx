import { lazy, Suspense, useEffect } from 'react';
import { forgetActivity } from '../session/idle/forget-activity.ts';
import { useSession } from '../session/session-provider.tsx';

// Visitors need none of it, so the landing screen does not wait for it.
const SignedInBackground = lazy(async () => ({
  default: (await import('./signed-in-background.tsx')).SignedInBackground,
}));

/** What goes on behind every screen for as long as somebody is signed in. */
export function WhileSignedIn() {
  const session = useSession();
  useEffect(() => {
    if (session.status === 'signed-out') forgetActivity();
  }, [session.status]);
  if (session.status !== 'signed-in') return null;
  return (
    <Suspense fallback={null}>
      <SignedInBackground key={session.user.id} user={session.user} />
    </Suspense>
  );
}

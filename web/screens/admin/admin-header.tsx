import { ArrowLeft, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { useCheckedSignOut } from '../use-checked-sign-out.tsx';

export function AdminHeader({ children }: { children: ReactNode }) {
  const { signOut, isPending, question } = useCheckedSignOut();
  return (
    // A region, as the bar above is the banner of the page.
    <section aria-label={m.admin_header_label()} className="border-line bg-surface border-b">
      <div className="mx-auto w-full max-w-7xl px-4 md:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4">
          <NavigateButton to={paths.map} variant="secondary" size="small">
            <ArrowLeft aria-hidden="true" className="size-4" />
            {m.admin_header_to_map()}
          </NavigateButton>
          <div className="order-last w-full md:order-none md:w-auto md:flex-1">
            <h1 className="text-2xl font-bold tracking-tight">{m.admin_header_title()}</h1>
            <p className="text-muted text-sm">{m.admin_header_text()}</p>
          </div>
          <Button variant="secondary" size="small" disabled={isPending} onClick={signOut}>
            <LogOut aria-hidden="true" className="size-4" />
            {m.action_sign_out()}
          </Button>
          {question}
        </div>
        {children}
      </div>
    </section>
  );
}

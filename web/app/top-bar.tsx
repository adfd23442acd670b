import { ChevronLeft } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { paths } from '../paths.ts';

/** The product's name, and a button back to the map. */
export function TopBar() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const onBrand = pathname === paths.intro;
  // The back office has a button of its own that leads to the map.
  const hasNoBack = pathname === paths.map || pathname === paths.admin;
  return (
    <header
      className={
        onBrand
          ? 'bg-brand text-on-brand sticky top-0 z-30 print:hidden'
          : 'bg-surface border-line sticky top-0 z-30 border-b text-ink print:hidden'
      }
    >
      {/* The name is in the middle, or beside a button that needs more room. */}
      <div className="mx-auto grid h-13 max-w-5xl grid-cols-[1fr_auto_1fr] items-center px-1">
        {hasNoBack ? null : (
          <button
            type="button"
            onClick={() => void navigate(paths.map)}
            aria-label={m.action_back_to_map()}
            className="inline-flex min-h-11 items-center gap-0.5 justify-self-start rounded-full pr-3 pl-1.5 text-sm font-semibold"
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
            {m.top_bar_map()}
          </button>
        )}
        <span className="col-start-2 text-lg font-extrabold tracking-tight">{getInstallation().appName}</span>
      </div>
    </header>
  );
}

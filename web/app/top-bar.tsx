import { ChevronLeft } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
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
          ? 'bg-brand text-on-brand sticky top-0 z-30'
          : 'bg-surface border-line sticky top-0 z-30 border-b text-ink'
      }
    >
      <div className="relative mx-auto flex h-13 max-w-5xl items-center justify-center px-2">
        {hasNoBack ? null : (
          <button
            type="button"
            onClick={() => void navigate(paths.map)}
            aria-label="Back to map"
            className="absolute left-1 inline-flex min-h-11 items-center gap-0.5 rounded-full pr-3 pl-1.5 text-sm font-semibold"
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
            Map
          </button>
        )}
        <span className="text-lg font-extrabold tracking-tight">Parqueo</span>
      </div>
    </header>
  );
}

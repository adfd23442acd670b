import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { BottomNavigation } from './bottom-navigation.tsx';
import { TopBar } from './top-bar.tsx';

type ShellProps = { withNavigation?: boolean; children?: ReactNode };

/** The top bar around every screen, and the bottom navigation around the main ones. */
export function Shell({ withNavigation = false, children = <Outlet /> }: ShellProps) {
  const navigation = useNavigation();
  return (
    <>
      <TopBar />
      <div className={clsx('flex min-h-0 flex-1 flex-col', withNavigation && 'pb-(--navigation-height) print:pb-0')}>
        <main aria-busy={navigation.state !== 'idle'} className="relative flex min-h-0 flex-1 flex-col">
          {children}
        </main>
      </div>
      {withNavigation ? <BottomNavigation /> : null}
    </>
  );
}

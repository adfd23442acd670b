import { Outlet, useNavigation } from 'react-router';
import { BottomNavigation } from './bottom-navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** The top bar around every screen, and the bottom navigation around the main ones. */
export function Shell({ withNavigation = false }: { withNavigation?: boolean }) {
  const navigation = useNavigation();
  return (
    <>
      <TopBar />
      <main aria-busy={navigation.state !== 'idle'} className="relative flex min-h-0 flex-1 flex-col">
        <Outlet />
      </main>
      {withNavigation ? <BottomNavigation /> : null}
    </>
  );
}

import { Outlet, useNavigation } from 'react-router';
import { BottomNavigation } from './bottom-navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** What surrounds every screen: the top bar, and for the main places the bottom navigation. */
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

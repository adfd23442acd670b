import { Tabs } from '@base-ui/react/tabs';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { OFFICE_PROBLEMS } from '../../domain/office-problems.ts';
import { addProblems } from '../../domain/problems.ts';
import { connection } from '../data/connection.ts';
import { LoadingNote } from '../ui/loading-note.tsx';
import { AdminHeader } from './admin/admin-header.tsx';
import { createAdminTabs } from './admin/admin-tabs.ts';
import { TabList } from './admin/tab-list.tsx';

addProblems(OFFICE_PROBLEMS);

const TAB_PARAMETER = 'tab';

/** The open tab is in the URL. */
export function AdminScreen() {
  const { lockVendorName } = connection().config;
  const tabs = useMemo(() => createAdminTabs(lockVendorName), [lockVendorName]);
  const [search, setSearch] = useSearchParams();
  const open = tabs.find(({ id }) => id === search.get(TAB_PARAMETER)) ?? tabs[0];
  // The other parameters in the URL belong to the tables of the previous tab.
  const openTab = (id: string) => {
    if (id !== open.id) setSearch(id === tabs[0].id ? {} : { [TAB_PARAMETER]: id }, { preventScrollReset: true });
  };

  return (
    <Tabs.Root value={open.id} onValueChange={openTab} className="flex flex-1 flex-col">
      <AdminHeader>
        <TabList tabs={tabs} openId={open.id} />
      </AdminHeader>
      <main className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 md:px-6">
        {tabs.map(({ id, Panel }) => (
          <Tabs.Panel key={id} value={id} className="outline-none">
            <Suspense fallback={<LoadingNote className="justify-center py-16">{m.status_loading()}</LoadingNote>}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </main>
    </Tabs.Root>
  );
}

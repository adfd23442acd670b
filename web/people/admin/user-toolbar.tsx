import { ExportButton } from '../../ui/data-table/export-button.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { readUsersAfter } from './data.ts';
import { USER_CSV } from './user-csv.ts';

type UserToolbarProps = {
  search: string;
  /** The count of the search, on all pages. */
  total: number;
  isRefreshing: boolean;
  onSearch: (words: string) => void;
  onRefresh: () => void;
};

export function UserToolbar({ search, total, isRefreshing, onSearch, onRefresh }: UserToolbarProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <search className="min-w-64 flex-1">
        <SearchField
          label="Search users"
          placeholder="Search by email or full name..."
          value={search}
          onSearch={onSearch}
        />
      </search>
      <div className="flex flex-wrap gap-2">
        <ExportButton
          name="users"
          columns={USER_CSV}
          readAfter={(last, signal) => readUsersAfter(last, search, signal)}
          total={total}
        />
        <RefreshButton isRefreshing={isRefreshing} onRefresh={onRefresh} />
      </div>
    </div>
  );
}

import { format } from 'date-fns';
import { m } from '#messages';
import { formatRating } from '../../../domain/language/format.ts';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import { ExportButton } from '../../ui/data-table/export-button.tsx';
import { FilterChips } from '../../ui/filter-chips.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { AdminUser } from './admin-user.ts';
import { readUsersAfter } from './data.ts';
import { listChips, type UsersFilter } from './user-filter.ts';

/** A format that spreadsheets recognize, in the time zone of the device. */
const DATE_TIME = 'yyyy-MM-dd HH:mm';

const USER_CSV: readonly CsvColumn<AdminUser>[] = [
  { header: m.field_email(), value: ({ email }) => email },
  { header: m.users_column_full_name(), value: ({ fullName }) => fullName },
  { header: m.user_field_phone(), value: ({ phone }) => phone },
  { header: m.field_rating(), value: ({ rating }) => formatRating(rating) },
  { header: m.users_column_trips(), value: ({ totalTrips }) => totalTrips },
  { header: m.field_status(), value: ({ status }) => status },
  {
    header: m.field_last_activity(),
    value: ({ lastActivity }) => (lastActivity === null ? null : format(lastActivity, DATE_TIME)),
  },
  { header: m.users_column_joined(), value: ({ createdAt }) => format(createdAt, DATE_TIME) },
];

type UserToolbarProps = {
  filter: UsersFilter;
  /** The count of the search, on all pages. */
  total: number;
  isRefreshing: boolean;
  onSearch: (words: string) => void;
  onFilter: (filter: 'joined', to: string) => void;
  onRefresh: () => void;
};

export function UserToolbar({ filter, total, isRefreshing, onSearch, onFilter, onRefresh }: UserToolbarProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <search className="min-w-64 flex-1">
        <SearchField
          label={m.users_search()}
          placeholder={m.users_search_placeholder()}
          value={filter.search}
          onSearch={onSearch}
        />
      </search>
      <div className="flex flex-wrap gap-2">
        <ExportButton
          name="users"
          columns={USER_CSV}
          readAfter={(last, signal) => readUsersAfter(last, filter, signal)}
          total={total}
        />
        <RefreshButton isRefreshing={isRefreshing} onRefresh={onRefresh} />
      </div>
      <FilterChips chips={listChips(filter.filters)} onRemove={() => onFilter('joined', '')} />
    </div>
  );
}

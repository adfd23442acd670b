import { Eye } from 'lucide-react';
import { m } from '#messages';
import { formatRating } from '../../../domain/language/format.ts';
import { Button } from '../../ui/button.tsx';
import { tableColumns } from '../../ui/data-table/table-columns.ts';
import type { AdminUser } from './admin-user.ts';
import { formatFullName, formatLastActivity } from './format-user.ts';
import { UserStatusBadge } from './user-status-badge.tsx';

const helper = tableColumns<AdminUser>();

const createEmailId = ({ id }: AdminUser) => `user-${id}-email`;

export function userColumns(onView: (user: AdminUser) => void) {
  return helper.columns([
    helper.accessor('email', {
      header: m.field_email(),
      meta: { card: 'title', className: 'min-w-48 max-w-80' },
      cell: ({ row }) => (
        <div id={createEmailId(row.original)} className="font-semibold wrap-anywhere">
          {row.original.email}
        </div>
      ),
    }),
    helper.accessor('fullName', {
      id: 'full_name',
      header: m.users_column_full_name(),
      meta: { className: 'min-w-36 max-w-64 wrap-anywhere' },
      cell: ({ row }) => (
        <span className={row.original.fullName === null ? 'text-muted' : undefined}>
          {formatFullName(row.original)}
        </span>
      ),
    }),
    helper.accessor('rating', {
      header: m.field_rating(),
      meta: { align: 'end' },
      cell: ({ getValue }) => formatRating(getValue()),
    }),
    helper.accessor('totalTrips', { id: 'total_trips', header: m.users_column_trips(), meta: { align: 'end' } }),
    helper.accessor('status', {
      header: m.field_status(),
      cell: ({ getValue }) => <UserStatusBadge status={getValue()} />,
    }),
    helper.accessor('lastActivity', {
      id: 'last_activity',
      header: m.field_last_activity(),
      meta: { className: 'whitespace-nowrap tabular-nums' },
      cell: ({ row }) => (
        <span className={row.original.lastActivity === null ? 'text-muted' : undefined}>
          {formatLastActivity(row.original)}
        </span>
      ),
    }),
    helper.display({
      id: 'actions',
      header: m.data_table_actions(),
      meta: { card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row }) => (
        <Button
          variant="secondary"
          aria-describedby={createEmailId(row.original)}
          className="min-h-11 w-full px-3 text-sm"
          onClick={() => onView(row.original)}
        >
          <Eye aria-hidden="true" className="size-4" />
          {m.action_view_details()}
        </Button>
      ),
    }),
  ]);
}

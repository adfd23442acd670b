import { MessageSquareText, Pencil, Trash2 } from 'lucide-react';
import { m } from '#messages';
import { formatRating } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { formatAmenity } from '../../../domain/zones/amenities.ts';
import { AmenityIcon } from '../../booking/zones/amenity-filter.tsx';
import { tableColumns } from '../../ui/data-table/table-columns.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Stars } from '../../ui/stars.tsx';
import { type AdminZone, formatZoneName } from './admin-zone.ts';

const helper = tableColumns<AdminZone>();

type ZoneActions = {
  onEdit: (zone: AdminZone) => void;
  onDelete: (zone: AdminZone) => void;
  /** Null where ratings are not kept. */
  onShowRatings: ((zone: AdminZone) => void) | null;
};

export function createZoneColumns({ onEdit, onDelete, onShowRatings }: ZoneActions) {
  return helper.columns([
    helper.accessor('name', {
      header: m.zone_table_name(),
      meta: { card: 'title', className: 'min-w-36' },
      cell: ({ row }) => <span className="font-semibold wrap-anywhere">{formatZoneName(row.original)}</span>,
    }),
    helper.accessor('description', {
      header: m.field_description(),
      enableSorting: false,
      meta: { className: 'min-w-44 max-w-60' },
      cell: ({ row: { original: zone } }) => (
        <span className="line-clamp-2">{zone.description ?? zone.descriptionEn}</span>
      ),
    }),
    helper.accessor('spaceCount', { id: 'space_count', header: m.zone_spaces(), meta: { align: 'end' } }),
    helper.accessor('pricePerHour', {
      id: 'price_per_hour',
      header: m.zone_table_price(),
      meta: { align: 'end' },
      cell: ({ getValue }) => formatMoney(getValue()),
    }),
    helper.accessor('rating', {
      header: m.field_rating(),
      meta: { className: 'whitespace-nowrap' },
      cell: ({ getValue, row }) =>
        onShowRatings && row.original.numberOfRatings === 0 ? (
          <span className="text-muted">{m.zone_ratings_none()}</span>
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <Stars value={getValue()} />
            <span className="tabular-nums">{formatRating(getValue())}</span>
          </span>
        ),
    }),
    helper.accessor('location', {
      header: m.field_location(),
      meta: { className: 'min-w-44 max-w-60' },
      cell: ({ getValue }) =>
        getValue() ? (
          <span className="line-clamp-2">{getValue()}</span>
        ) : (
          <span className="text-muted">{m.zone_table_no_location()}</span>
        ),
    }),
    helper.accessor('amenities', {
      header: m.field_amenities(),
      enableSorting: false,
      cell: ({ getValue }) => <AmenityIcons amenities={getValue()} />,
    }),
    helper.display({
      id: 'actions',
      header: m.data_table_actions(),
      meta: { card: 'actions', className: 'whitespace-nowrap' },
      cell: ({ row: { original: zone } }) => (
        <div className="flex justify-end gap-1 lg:justify-start">
          {onShowRatings ? (
            <IconButton
              icon={MessageSquareText}
              label={m.zone_table_ratings({ zone: formatZoneName(zone) })}
              onClick={() => onShowRatings(zone)}
            />
          ) : null}
          <IconButton
            icon={Pencil}
            label={m.zone_table_edit({ zone: formatZoneName(zone) })}
            onClick={() => onEdit(zone)}
          />
          <IconButton
            icon={Trash2}
            label={m.zone_table_delete({ zone: formatZoneName(zone) })}
            onClick={() => onDelete(zone)}
          />
        </div>
      ),
    }),
  ]);
}

function AmenityIcons({ amenities }: Pick<AdminZone, 'amenities'>) {
  const flags = Object.keys(amenities).filter((flag) => amenities[flag]);
  if (flags.length === 0) return <span className="text-muted">{m.zone_table_no_amenities()}</span>;
  return (
    <ul className="text-brand-ink flex min-w-24 flex-wrap justify-end gap-1.5 lg:justify-start">
      {flags.map((flag) => (
        <li key={flag} title={formatAmenity(flag)}>
          <AmenityIcon flag={flag} />
          <span className="sr-only">{formatAmenity(flag)}</span>
        </li>
      ))}
    </ul>
  );
}

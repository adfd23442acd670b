import './signs.css';
import { useLocation, useSearchParams } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { groupBy } from '../../../domain/group-by.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { describeOverstay, type OverstayTerms } from '../../../domain/zones/overstay.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import { QrCode } from '../../ui/layout/qr-code.tsx';
import { parseTableUrl } from '../../ui/table/table-url.ts';
import { filterSpaces, SPACES_URL } from './space-filter.ts';
import { useAdminSpaces } from './spaces.ts';

/** What a sign stands for: a space, or a zone, which has no zone of its own. */
type SignedPlace = Pick<AdminSpace, 'id' | 'name' | 'zoneName' | 'sign'> & { terms?: OverstayTerms | null | undefined };

type SignSheetsProps = {
  spaces: readonly SignedPlace[];
  layout: (typeof SIGN_LAYOUTS)[number];
  /** The address that opens a space. */
  getAddress: (space: SignedPlace) => string;
};

/** The signs on sheets of paper, one below the other. */
export function SignSheets({ spaces, layout, getAddress }: SignSheetsProps) {
  const sheets = groupBy(spaces, (space) => Math.floor(spaces.indexOf(space) / layout.signs));
  return (
    <div className="flex flex-col items-center gap-6 print:block">
      {[...sheets.values()].map((sheet) => (
        <div key={sheet[0]?.id} className="sign-sheet shadow-float print:shadow-none" data-layout={layout.value}>
          {sheet.map((space) => (
            <SpaceSign key={space.id} space={space} address={getAddress(space)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** How signs lie on paper; `signs.css` has their sizes. */
export const SIGN_LAYOUTS = [
  { value: 'a6-sheet', label: m.signs_layout_a6_sheet(), signs: 4 },
  { value: 'a5-sheet', label: m.signs_layout_a5_sheet(), signs: 2 },
  { value: 'a6', label: m.signs_layout_a6(), signs: 1 },
  { value: 'a5', label: m.signs_layout_a5(), signs: 1 },
] as const;

/** Names that are longer stand smaller on the sign. */
const LARGE_SPACE_LETTERS = 8;
const LARGE_ZONE_LETTERS = 40;

/** A sign to put up at a space; `address` opens the space in the app. */
function SpaceSign({ space, address }: { space: SignedPlace; address: string }) {
  const app = getInstallation().appName;
  const zoneName = space.zoneName ?? '';
  const isLong = space.name.length > LARGE_SPACE_LETTERS || zoneName.length > LARGE_ZONE_LETTERS;
  return (
    <article className="sign" data-long={isLong || undefined} aria-label={formatSpaceInZone(space)}>
      <div className="sign-content">
        <QrCode
          text={address}
          ecc="M"
          label={m.signs_code({ space: formatSpaceInZone(space) })}
          className={space.terms ? 'w-[38cqmin] shrink-0' : 'sign-code'}
        />
        <div className="flex min-w-0 flex-col gap-[2cqmin]">
          <p className="sign-app">{app}</p>
          <p className="sign-zone">{zoneName}</p>
          <p className="sign-space">{space.name}</p>
          <p lang="es">{m.sign_how_spanish({ app })}</p>
          <p lang="en">{m.sign_how_english({ app })}</p>
          {space.terms && (
            <p className="text-[2.8cqmin] *:block">
              <span lang="es">{describeOverstay(space.terms, m.sign_overstay_spanish)}</span>
              <span lang="en">{describeOverstay(space.terms, m.sign_overstay_english)}</span>
            </p>
          )}
          <p className="sign-address">{address.replace(/^https?:\/\//, '')}</p>
        </div>
      </div>
    </article>
  );
}

/** The most signs that are printed at once. */
export const MAX_SIGNS = 500;

const selectionSchema = z.object({ ids: z.array(z.string()) });
const zoneSchema = z.object({ zone: z.object({ id: z.string(), name: z.string(), sign: z.string() }) });

/** What the page of the signs receives of spaces that were selected, or of a zone. */
export type SignSelection = z.infer<typeof selectionSchema> | z.infer<typeof zoneSchema>;

/** The zone or the spaces that were selected, or else those that the table finds with the same address. */
export function useSignSpaces() {
  const list = useAdminSpaces();
  const { state } = useLocation();
  const [address] = useSearchParams();
  if (list.data === undefined) return { ...list, data: undefined };
  const selection = selectionSchema.safeParse(state).data;
  const ids = new Set(selection?.ids);
  const wanted =
    selection === undefined
      ? filterSpaces(list.data.spaces, parseTableUrl(address, SPACES_URL))
      : filterSpaces(list.data.spaces, ALL).filter(({ id }) => ids.has(id));
  const zone = zoneSchema.safeParse(state).data?.zone;
  const inZones = wanted.filter(({ zoneId }) => zoneId !== null);
  const terms = new Map(list.data.zones.map(({ id, overstay }) => [id, overstay]));
  const spaces: SignedPlace[] = zone
    ? [{ ...zone, zoneName: null, terms: terms.get(zone.id) }]
    : inZones.map((space) => ({ ...space, terms: terms.get(space.zoneId ?? '') }));
  return {
    ...list,
    data: {
      spaces: spaces.slice(0, MAX_SIGNS),
      isCut: spaces.length > MAX_SIGNS,
      withoutZone: zone ? 0 : wanted.length - inZones.length,
    },
  };
}

const ALL = parseTableUrl(new URLSearchParams(), SPACES_URL);

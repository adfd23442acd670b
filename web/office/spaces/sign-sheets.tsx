import type { AdminSpace } from './admin-space.ts';
import { type SignLayout, splitIntoSheets } from './sign-layouts.ts';
import './signs.css';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import { QrCode } from '../../ui/qr-code.tsx';

type SignSheetsProps = {
  spaces: readonly AdminSpace[];
  layout: SignLayout;
  /** The address that opens a space. */
  getAddress: (space: AdminSpace) => string;
};

/** The signs on sheets of paper, one below the other. */
export function SignSheets({ spaces, layout, getAddress }: SignSheetsProps) {
  return (
    <div className="flex flex-col items-center gap-6 print:block">
      {splitIntoSheets(spaces, layout).map((sheet) => (
        <div key={sheet[0]?.id} className="sign-sheet shadow-float print:shadow-none" data-layout={layout}>
          {sheet.map((space) => (
            <SpaceSign key={space.id} space={space} address={getAddress(space)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Names that are longer stand smaller on the sign. */
const LARGE_SPACE_LETTERS = 8;
const LARGE_ZONE_LETTERS = 40;

/** A sign to put up at a space; `address` opens the space in the app. */
function SpaceSign({ space, address }: { space: AdminSpace; address: string }) {
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
          className="sign-code"
        />
        <div className="flex min-w-0 flex-col gap-[2cqmin]">
          <p className="sign-app">{app}</p>
          <p className="sign-zone">{zoneName}</p>
          <p className="sign-space">{space.name}</p>
          <p lang="es">{m.sign_how_spanish({ app })}</p>
          <p lang="en">{m.sign_how_english({ app })}</p>
          <p className="sign-address">{address.replace(/^https?:\/\//, '')}</p>
        </div>
      </div>
    </article>
  );
}

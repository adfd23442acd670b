import { m } from '#messages';
import { getInstallation } from '../../../../domain/installation.ts';
import { formatSpaceInZone } from '../../../../domain/zones/space-names.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import type { AdminSpace } from '../admin-space.ts';

/** Names that are longer stand smaller on the sign. */
const LARGE_SPACE_LETTERS = 8;
const LARGE_ZONE_LETTERS = 40;

/** A sign to put up at a space; `address` opens the space in the app. */
export function SpaceSign({ space, address }: { space: AdminSpace; address: string }) {
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

import type { AdminSpace } from '../admin-space.ts';
import { type SignLayout, splitIntoSheets } from './sign-layouts.ts';
import './signs.css';
import { SpaceSign } from './space-sign.tsx';

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

import { Printer, QrCode } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { MAX_SIGNS, SIGN_LAYOUTS, SignSheets, useSignSpaces } from '../office/spaces/sign-sheets.tsx';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { LoadingNote } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { Button } from '../ui/form/button.tsx';
import { FilterField } from '../ui/form/filter-field.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

/** Signs with QR codes for spaces, to print and put up. */
export function SpaceSignsScreen() {
  const signs = useSignSpaces();
  const [chosen, setChosen] = useState<(typeof SIGN_LAYOUTS)[number]['value']>('a6-sheet');
  const layout = SIGN_LAYOUTS.find(({ value }) => value === chosen) ?? SIGN_LAYOUTS[0];
  return (
    <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 px-4 pb-8 print:block print:max-w-none print:p-0">
      <div className="print:hidden">
        <ScreenHeader title={m.signs_title()} back={{ to: paths.adminTab('parking', {}), label: m.signs_back() }} />
      </div>
      <QueryState
        query={signs}
        loading={<LoadingNote className="justify-center py-16">{m.signs_loading()}</LoadingNote>}
        isEmpty={({ spaces }) => spaces.length === 0}
        empty={<StatePanel icon={QrCode} title={m.signs_none()} text={m.signs_none_text()} />}
      >
        {({ spaces, isCut, withoutZone }) => (
          <>
            <div className="flex flex-wrap items-end gap-3 print:hidden">
              <FilterField
                hideLabel={false}
                label={m.signs_layout()}
                options={SIGN_LAYOUTS}
                value={chosen}
                className="min-w-60"
                onChange={setChosen}
              />
              <Button icon={Printer} onClick={() => window.print()}>
                {m.signs_print()}
              </Button>
            </div>
            <div className="text-muted text-sm print:hidden">
              <p>{m.signs_count({ count: spaces.length })}</p>
              {isCut ? <p>{m.signs_first({ count: MAX_SIGNS })}</p> : null}
              {withoutZone === 0 ? null : <p>{m.signs_without_zone({ count: withoutZone })}</p>}
            </div>
            <SignSheets
              spaces={spaces}
              layout={layout}
              getAddress={({ sign }) => new URL(paths.sign(sign), window.location.origin).href}
            />
          </>
        )}
      </QueryState>
    </main>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { loadSettings, settingsKey } from '../data.ts';
import { systemSettingsPart } from './system-settings-row.ts';

/** Tells the operator of a new installation that nothing is charged before the tax rate is decided. */
export function UndecidedTax() {
  const settings = useQuery({
    queryKey: [...settingsKey(systemSettingsPart), 'tax'],
    queryFn: ({ signal }) => loadSettings(systemSettingsPart, signal),
  });
  if (settings.data?.values.taxRate !== null) return null;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-5">
      <ReceiptText aria-hidden="true" className="text-brand-ink size-6 shrink-0" />
      <div className="flex-[1_1_16rem]">
        <h3 className="font-bold">{m.system_settings_tax_notice()}</h3>
        <p className="text-muted text-sm">{m.system_settings_tax_notice_text()}</p>
      </div>
      <Link to={paths.adminTab('settings', {})} className={buttonClass('primary', '', 'small')}>
        {m.system_settings_tax_notice_open()}
      </Link>
    </Card>
  );
}

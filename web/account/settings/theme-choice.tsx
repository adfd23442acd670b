import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { m } from '#messages';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { SettingsSection } from './settings-section.tsx';

const THEMES: readonly { value: string; label: string; icon: LucideIcon }[] = [
  { value: 'light', label: m.theme_light(), icon: Sun },
  { value: 'dark', label: m.theme_dark(), icon: Moon },
  { value: 'system', label: m.theme_system(), icon: Monitor },
];

/** Changes the theme on this device at once. */
export function ThemeChoice() {
  const { theme = 'system', setTheme } = useTheme();
  return (
    <SettingsSection title={m.theme_title()}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-3">
        {THEMES.map(({ value, label, icon }) => (
          <ChoiceCard
            key={value}
            stacked
            name="theme"
            value={value}
            label={label}
            icon={icon}
            checked={theme === value}
            onChange={() => setTheme(value)}
          />
        ))}
      </div>
    </SettingsSection>
  );
}

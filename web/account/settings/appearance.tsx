import { Globe, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { getLocale } from '#language';
import { m } from '#messages';
import { LANGUAGES, type Language } from '../../../domain/language/languages.ts';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { showInLanguage } from '../../ui/platform/choose-language.ts';
import { saveSettings } from '../profile/profile.ts';
import { SettingsSection } from './settings-form.tsx';

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

/** Changes the language on this device and, for mails and other devices, of the account. */
export function LanguageChoice({ userId }: { userId: string }) {
  const { mutate, isPending, variables } = useAction((language: Language) => saveSettings(userId, { language }), {
    onSuccess: (_saved, language) => showInLanguage(language),
  });
  const chosen = isPending ? variables : getLocale();
  return (
    <SettingsSection title={m.settings_language()}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <ChoiceCard
            key={language}
            name="language"
            value={language}
            label={name}
            lang={language}
            icon={Globe}
            checked={language === chosen}
            onChange={() => mutate(language as Language)}
          />
        ))}
      </div>
    </SettingsSection>
  );
}

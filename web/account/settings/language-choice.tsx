import { Globe } from 'lucide-react';
import { getLocale } from '#language';
import { m } from '#messages';
import { LANGUAGES, type Language } from '../../../domain/language/languages.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { showInLanguage } from '../../ui/platform/choose-language.ts';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { saveSettings } from '../profile/data.ts';
import { SettingsSection } from './settings-section.tsx';

/** Changes the language on this device and, for mails and other devices, of the account. */
export function LanguageChoice({ userId }: { userId: string }) {
  const { mutate, isPending, variables } = useOnlineMutation({
    mutationFn: (language: Language) => saveSettings(userId, { language }),
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

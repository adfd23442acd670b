import { ScrollText } from 'lucide-react';
import { m } from '#messages';
import { useLegalTexts } from '../account/legal-links.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { StatePanel } from '../ui/feedback/state-panel.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';

export const TermsScreen = () => <LegalText title={m.legal_terms()} name="termsText" />;
export const PrivacyScreen = () => <LegalText title={m.legal_privacy()} name="privacyText" />;

/** A text that the operator wrote in the settings, with its line breaks. */
function LegalText({ title, name }: { title: string; name: 'termsText' | 'privacyText' }) {
  const texts = useLegalTexts();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 pb-8">
      <ScreenHeader title={title} />
      <QueryState
        query={texts}
        loading={<SkeletonList label={m.status_loading()} shapes={['h-6', 'h-24', 'h-24']} />}
        isEmpty={(loaded) => loaded[name] === ''}
        empty={<StatePanel icon={ScrollText} title={m.legal_none()} />}
      >
        {(loaded) => <p className="whitespace-pre-line wrap-anywhere">{loaded[name]}</p>}
      </QueryState>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#messages';
import { Problem } from '../../../domain/problems.ts';
import { readTabletKey } from '../../data/stored-session.ts';
import { AskButton } from '../../ui/feedback/question-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useStored } from '../../ui/platform/stored-value.ts';
import { lockSession, setPin, unlockSession } from '../credentials/credentials.ts';
import { useProof } from '../credentials/proof.tsx';
import { accountKeys } from '../keys.ts';
import { CodeField, CodeForm } from './code-forms.tsx';
import { EntryCard } from './entry-card.tsx';
import { beginActivity, forgetActivity } from './last-activity.ts';
import { useUser } from './session-provider.tsx';
import { changeTablet, stopSharing, tablet, workWith } from './tablet.ts';

/** Stands in the place of every screen until the PIN of the person is given, or the session of another is chosen. */
export function TabletLock() {
  const id = useUser()?.id ?? '';
  const key = readTabletKey() ?? '';
  const { [key]: name = '', ...others } = useStored(tablet.read)?.names ?? {};
  const { error } = useQuery({
    queryKey: accountKeys.tablet(id),
    queryFn: async () => changeTablet({ names: { ...others, [key]: await lockSession() } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [isNew, setIsNew] = useState(false);
  const { run, dialog } = useProof();
  const give = async (pin: string) => {
    if (isNew && (await run(() => setPin(pin).then(() => true))) === null) return;
    const left = await unlockSession(pin);
    if (left !== null) throw new Problem(left ? 'pin-wrong' : 'pin-locked', { values: { max: String(left) } });
    forgetActivity();
    beginActivity(id, getNow());
    changeTablet({ open: id });
  };
  return (
    <main tabIndex={-1} className="flex min-h-dvh flex-col outline-none">
      <EntryCard title={m.tablet_title()} intro={error?.message ?? m.tablet_intro()}>
        <CodeForm
          key={`${isNew}`}
          submitLabel={m.tablet_open()}
          field={(control) => (
            <CodeField
              label={isNew ? m.tablet_new_pin() : m.tablet_pin({ name })}
              mask={!isNew}
              startsFocused
              {...control}
            />
          )}
          onCode={give}
        >
          {Object.keys(others).map((other) => (
            <Button key={other} variant="secondary" onClick={() => workWith(other)}>
              {others[other]}
            </Button>
          ))}
          <Button variant="secondary" onClick={() => workWith(`sb-${crypto.randomUUID()}-auth-token`)}>
            {m.tablet_another()}
          </Button>
          <Button variant="quiet" onClick={() => setIsNew(!isNew)}>
            {isNew ? m.tablet_has_pin() : m.tablet_new()}
          </Button>
          <AskButton
            variant="quiet"
            size="normal"
            label={m.tablet_stop()}
            onYes={stopSharing}
            question={{ title: m.tablet_stop_title(), text: m.tablet_stop_text(), label: m.tablet_stop_yes() }}
          />
        </CodeForm>
        {dialog}
      </EntryCard>
    </main>
  );
}

import type { ReactNode } from 'react';
import { m } from '#messages';
import { NO_EMAIL, UNNAMED } from '../../../domain/people/person.ts';
import { formatPhone } from '../../../domain/people/phone.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Avatar } from './avatar.tsx';
import type { Profile } from './rows.ts';

type AccountCardProps = {
  profile: Profile;
  /** What is known of the person's trips. */
  trips: ReactNode;
  /** The button that edits the profile. */
  action: ReactNode;
};

/** The profile of the signed-in person. */
export function AccountCard({ profile, trips, action }: AccountCardProps) {
  const { fullName, email, phone } = profile;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={fullName} />
        <div className="flex min-w-[min(100%,9rem)] flex-1 flex-col">
          <h2 className="text-xl font-bold wrap-anywhere">{fullName ?? UNNAMED}</h2>
          <p className="text-muted wrap-anywhere">{email ?? NO_EMAIL}</p>
          {phone ? <p className="text-muted tabular-nums wrap-anywhere">{formatPhone(phone)}</p> : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        {trips}
        {action}
      </div>
    </Card>
  );
}

export function AccountCardSkeleton() {
  return (
    <Card className="flex flex-col gap-4">
      <div role="status" aria-label={m.account_loading()} className="flex items-center gap-4">
        <Skeleton className="size-16 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-5 w-full" />
        </div>
      </div>
      <Skeleton className="h-12" />
    </Card>
  );
}

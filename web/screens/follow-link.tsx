import { useLocation } from 'react-router';
import { m } from '#messages';
import { EntryCard } from '../account/session/entry-card.tsx';
import { Button } from '../ui/form/button.tsx';

/** Where the link of a mail leads. Mail servers follow links, so only the button acts: it posts what the link says. */
export function FollowLinkScreen() {
  const query = useLocation().hash.slice(1);
  const kind = new URLSearchParams(query).get('type') ?? '';
  return (
    <EntryCard title={m.follow_link_title()} intro={m.follow_link_intro()}>
      <form method="post" action={`/auth/v1/verify?${query}`}>
        <Button type="submit" className="w-full">
          {m.mail_button({ kind })}
        </Button>
      </form>
    </EntryCard>
  );
}

import { ExternalLink } from 'lucide-react';
import { m } from '#messages';
import { buttonClass } from '../../ui/button.tsx';
import { createNavigationLinks, type TripEnd } from './navigation-links.ts';

/** Links to apps that follow the car, unless nobody knows where to. */
export function OtherApps({ end }: { end: TripEnd }) {
  if (end.position === null && end.address === '') return null;
  return (
    <section aria-labelledby="other-apps" className="flex flex-col gap-2">
      <h2 id="other-apps" className="text-lg font-bold tracking-tight">
        {m.other_apps_title()}
      </h2>
      <ul className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-3">
        {createNavigationLinks(end).map(({ app, url }) => (
          <li key={app}>
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'w-full px-3 text-sm')}>
              {app}
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">{m.link_new_tab()}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

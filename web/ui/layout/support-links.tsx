import { clsx } from 'clsx';
import { type LucideIcon, MessageCircle, Phone } from 'lucide-react';
import { createContext, use } from 'react';
import { m } from '#messages';
import { buttonClass } from '../form/button.tsx';
import { getSupportContacts } from '../platform/browser-config.ts';

/** False for people who are the support themselves. */
export const OffersSupport = createContext(true);

/** How to reach the operator; nothing when the operator has set neither number. */
export function SupportLinks({ className }: { className?: string }) {
  const isOffered = use(OffersSupport);
  const { phone, whatsapp } = getSupportContacts();
  if (!isOffered || (phone === undefined && whatsapp === undefined)) return null;
  return (
    <ul
      aria-label={m.support_links_list()}
      className={clsx('grid w-full grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2', className)}
    >
      {phone === undefined ? null : (
        <ContactLink href={`tel:+${getDigits(phone)}`} icon={Phone} label={m.support_links_call()} number={phone} />
      )}
      {whatsapp === undefined ? null : (
        <ContactLink
          href={`https://wa.me/${getDigits(whatsapp)}`}
          icon={MessageCircle}
          label={m.support_links_whatsapp()}
          number={whatsapp}
        />
      )}
    </ul>
  );
}

type ContactLinkProps = { href: string; icon: LucideIcon; label: string; number: string };

function ContactLink({ href, icon: Icon, label, number }: ContactLinkProps) {
  const opensTab = href.startsWith('https:');
  return (
    <li>
      <a
        href={href}
        {...(opensTab ? { target: '_blank', rel: 'noreferrer' } : {})}
        className={buttonClass('secondary', 'w-full justify-start! px-3! py-1.5 text-left leading-tight', 'small')}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
        <span className="min-w-0">
          <span className="block">{label}</span>{' '}
          <span className="block text-xs font-medium text-muted tabular-nums">{number}</span>{' '}
          {opensTab ? <span className="sr-only">{m.link_new_tab()}</span> : null}
        </span>
      </a>
    </li>
  );
}

/** The digits of a number with its country code, without the signs between them. */
export function getDigits(number: string): string {
  return number.replace(/\D/g, '');
}

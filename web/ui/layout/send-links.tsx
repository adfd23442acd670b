import { Mail, MessageCircle } from 'lucide-react';
import { m } from '#messages';
import { buttonClass } from '../form/button.tsx';
import { getDigits } from './support-links.tsx';

type SendLinksProps = {
  subject: string;
  text: string;
  /** Whom it is for; whoever sends it chooses where it is not known. */
  phone?: string | null;
  email?: string;
};

/** Writes a text into WhatsApp, or into a mail, of whoever sends it. */
export function SendLinks({ subject, text, phone = null, email = '' }: SendLinksProps) {
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <>
      <a
        href={`https://wa.me/${getDigits(phone ?? '')}?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('secondary', 'flex-1')}
      >
        <MessageCircle aria-hidden="true" className="size-5" />
        {m.support_links_whatsapp()}
        <span className="sr-only">{m.link_new_tab()}</span>
      </a>
      <a href={mail} className={buttonClass('secondary', 'flex-1')}>
        <Mail aria-hidden="true" className="size-5" />
        {m.send_by_mail()}
      </a>
    </>
  );
}

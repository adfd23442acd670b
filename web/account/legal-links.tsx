import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { loadLegalTexts } from '../data/public-settings.ts';
import { paths } from '../paths.ts';
import { accountKeys } from './keys.ts';

/** The operator's terms and privacy, empty until they are written. */
export function useLegalTexts() {
  return useQuery({
    queryKey: accountKeys.legalTexts(),
    queryFn: loadLegalTexts,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function LegalLinks({ children }: { children?: ReactNode }) {
  const { data } = useLegalTexts();
  const links = [
    ...(data?.termsText ? [{ to: paths.terms, text: m.legal_terms() }] : []),
    ...(data?.privacyText ? [{ to: paths.privacy, text: m.legal_privacy() }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {children}
      {links.map(({ to, text }) => (
        <Link
          key={to}
          to={to}
          target="_blank"
          className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4"
        >
          {text}
          <span className="sr-only">{m.link_new_tab()}</span>
        </Link>
      ))}
    </div>
  );
}

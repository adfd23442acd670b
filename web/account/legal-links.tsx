import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod';
import { m } from '#messages';
import { dataClient } from '../data/connection.ts';
import { tableRow } from '../data/table-row.ts';
import { paths } from '../paths.ts';
import { readRow } from '../ui/table/parse-rows.ts';
import { accountKeys } from './keys.ts';

const legalRow = tableRow({ terms_text: z.string(), privacy_text: z.string() });

async function loadLegalTexts() {
  const response = await dataClient().from('legal_texts').select(legalRow.columns).single();
  return readRow(response, legalRow.schema, 'installation-settings-not-loaded');
}

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

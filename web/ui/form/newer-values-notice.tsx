import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { m } from '#messages';
import { mergeNewerValues, type NamedField, type NewerValue } from './newer-values.ts';

/** Merges into a form what somebody else saved in the meantime, and lists it in a notice with this text. */
export function useNewerValues<Values extends FieldValues>(
  form: UseFormReturn<Values, unknown, Values>,
  fields: readonly NamedField<Values>[],
  text: string,
) {
  const [values, setValues] = useState<NewerValue[] | null>(null);
  return {
    merge: (base: Values, newer: Values) => setValues(mergeNewerValues(form, { base, newer, fields })),
    clear: () => setValues(null),
    notice: values === null ? null : <NewerValuesNotice text={text} values={values} />,
  };
}

/** Lists what somebody else saved in the meantime. It takes the focus, which scrolls it into view. */
function NewerValuesNotice({ text, values }: { text: string; values: readonly NewerValue[] }) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    if (values) notice.current?.focus();
  }, [values]);
  return (
    <section
      ref={notice}
      role="alert"
      tabIndex={-1}
      className="bg-danger-wash text-danger flex scroll-mt-16 items-start gap-2 rounded-control p-3 text-sm"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-2">
        <p className="font-semibold">{text}</p>
        {values.length === 0 ? null : (
          <ul aria-label={m.newer_values_list()} className="flex list-disc flex-col gap-1 pl-4">
            {values.map(({ label, now, typed }) => (
              <li key={label} className="wrap-anywhere">
                {typed === null ? m.newer_values_now({ label, now }) : m.newer_values_now_typed({ label, now, typed })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

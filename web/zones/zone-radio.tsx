import { Radio } from '@base-ui/react/radio';

/** The radio of a zone in a list; elements with the ids `{id}-name` and `{id}-facts` label and describe it. */
export function ZoneRadio({ zoneId, id }: { zoneId: string; id: string }) {
  return (
    <Radio.Root
      value={zoneId}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-facts`}
      className="border-field-line data-checked:border-brand data-checked:bg-brand flex size-6 shrink-0 items-center justify-center rounded-full border-2"
    >
      <Radio.Indicator className="bg-on-brand size-2.5 rounded-full data-unchecked:hidden" />
    </Radio.Root>
  );
}

import { createContext, type ReactNode, useContext, useId } from 'react';

type ZoneRadios = { name: string; chosenId: string | null; onChoose: (zoneId: string) => void };

const ZoneRadiosContext = createContext<ZoneRadios | null>(null);

type ZoneRadioGroupProps = Omit<ZoneRadios, 'name'> & { label: string; className: string; children: ReactNode };

/** A list of which one zone can be chosen. */
export function ZoneRadioGroup({ label, className, children, ...choice }: ZoneRadioGroupProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      <ZoneRadiosContext value={{ name, ...choice }}>{children}</ZoneRadiosContext>
    </div>
  );
}

/**
 * The radio of a zone in a list; elements with the ids `{id}-name` and `{id}-facts` label and describe it.
 * @throws outside of ZoneRadioGroup
 */
export function ZoneRadio({ zoneId, id }: { zoneId: string; id: string }) {
  const radios = useContext(ZoneRadiosContext);
  if (radios === null) throw new Error('ZoneRadio needs ZoneRadioGroup above it');
  return (
    <input
      type="radio"
      id={`${id}-radio`}
      name={radios.name}
      checked={radios.chosenId === zoneId}
      onChange={() => radios.onChoose(zoneId)}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-facts`}
      className="border-field-line checked:border-brand checked:bg-on-brand size-6 shrink-0 cursor-pointer appearance-none rounded-full border-2 checked:border-7"
    />
  );
}

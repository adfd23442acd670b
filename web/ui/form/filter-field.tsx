import { SelectField, type SelectFieldProps } from './select-field.tsx';

type FilterFieldProps<Value extends string> = Omit<SelectFieldProps, 'value' | 'options' | 'onChange'> & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A choice that narrows a list. Its label is seen only where `hideLabel` is false. */
export function FilterField<Value extends string>({ options, onChange, ...select }: FilterFieldProps<Value>) {
  return (
    <SelectField
      hideLabel
      options={options}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
      {...select}
    />
  );
}

import { SelectField, type SelectFieldProps } from './select-field.tsx';

type FilterFieldProps<Value extends string> = Omit<SelectFieldProps, 'value' | 'options' | 'onChange'> & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

export function FilterField<Value extends string>({ options, onChange, ...select }: FilterFieldProps<Value>) {
  return (
    <SelectField
      options={options}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
      {...select}
    />
  );
}

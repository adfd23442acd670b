import { SelectField, type SelectFieldProps } from './select-field.tsx';

type FilterFieldProps<Value extends string> = Omit<SelectFieldProps, 'value' | 'onChange' | 'children'> & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A select with a fixed list of options. */
export function FilterField<Value extends string>({ options, onChange, ...select }: FilterFieldProps<Value>) {
  return (
    <SelectField
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
      {...select}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}

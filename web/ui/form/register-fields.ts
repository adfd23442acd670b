import {
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormRegister,
  type UseFormStateReturn,
} from 'react-hook-form';

type Form<Values extends FieldValues> = {
  register: UseFormRegister<Values>;
  formState: Pick<UseFormStateReturn<Values>, 'errors'>;
};

/** Registers text, number and choice fields, each with what is wrong with it. Browsers do not fill them in. */
export const registerFields =
  <Values extends FieldValues>({ register, formState }: Form<Values>) =>
  <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...register(name, options),
    error: get<object, { message?: string } | undefined>(formState.errors, name)?.message,
    autoComplete: 'off',
  });

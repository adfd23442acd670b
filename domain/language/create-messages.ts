import type { Language } from './languages.ts';
import { getLocale } from './locale.ts';
import type { MessageParameters } from './message-parameters.ts';

/**
 * A text with its parameters in braces, or its forms by what selects them, such as "count=one" or "unit=day, count=*". A case
 * is a value, the plural form of a number, or a star for all others; the first form whose cases fit is the one.
 */
export type Text = string | Readonly<Record<string, string>>;

/** The texts of a language by the names of their messages. */
export type Catalogue = Readonly<Record<string, Text>>;

type Values = Readonly<Record<string, string | number>>;
type Options = { locale?: Language };

/** Says a text in the language of the page, or in that of the options. */
type Message<Parameter extends string> = [Parameter] extends [never]
  ? (values?: object, options?: Options) => string
  : (values: Readonly<Record<Parameter, string | number>>, options?: Options) => string;

/** Functions, by the names of the texts that they say. */
export type Messages = { readonly [Name in keyof MessageParameters]: Message<MessageParameters[Name]> };

/** With the full stop that ends its sentence. */
const PARAMETER = /\{(\w+)\}(\.(?!\.))?/g;
/** Stands for a value that is missing, such as one that another version of the database does not say. */
const UNKNOWN = '–';

/** Makes the messages of catalogues that all have the same names. Only languages with a catalogue can be asked for. */
export function createMessages(catalogues: Readonly<Partial<Record<Language, Catalogue>>>): Messages {
  const names = Object.keys(Object.values(catalogues)[0] ?? {});
  const create =
    (name: string) =>
    (values: Values = {}, { locale = getLocale() }: Options = {}) => {
      const text = catalogues[locale]?.[name] ?? name;
      const form = typeof text === 'string' ? text : chooseForm(text, values, locale);
      return form.replace(PARAMETER, (_, parameter, stop = '') => {
        const value = String(values[parameter] ?? UNKNOWN);
        return value.endsWith('.') ? value : value + stop;
      });
    };
  return Object.fromEntries(names.map((name) => [name, create(name)])) as unknown as Messages;
}

/** The last form is the one for all other cases: build/catalogue-faults.ts sees to it. */
function chooseForm(forms: Readonly<Record<string, string>>, values: Values, locale: Language): string {
  const isCase = (one: string) => {
    const [parameter = '', wanted = ''] = one.split('=');
    const value = values[parameter];
    return wanted === '*' || wanted === String(value) || wanted === findPluralForm(Number(value), locale);
  };
  return Object.entries(forms).find(([cases]) => cases.split(', ').every(isCase))?.[1] ?? '';
}

const rules = new Map<Language, Intl.PluralRules>();

function findPluralForm(count: number, locale: Language): Intl.LDMLPluralRule {
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, rule);
  return rule.select(count);
}

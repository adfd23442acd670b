import type { Caller, Role } from '../../caller.ts';
import type { Statement } from '../render/statement.ts';
import type { Step } from './session.ts';

type KeyedStep = Step & { readonly key: string };

// Asked as conditions, as what a statement selects is sent back. Settings that a connection begins with are set again only
// where a statement has changed them.
const SET_CALLER = `select where set_config('role', $1, true) <> '' and set_config('request.jwt.claims', $2, true) <> ''
  and (current_setting('search_path') = 'public, extensions' or set_config('search_path', 'public, extensions', true) <> '')
  and (current_setting('statement_timeout') = $3 or set_config('statement_timeout', $3, true) <> '')`;
const SET_READER = `${SET_CALLER} and set_config('transaction_read_only', 'on', true) <> ''`;

/** How long a statement may take; visitors are the ones that nobody can suspend. */
const STATEMENT_TIMEOUT: Record<Role, string> = { anon: '2s', authenticated: '10s', service_role: '10s' };

const word = (text: string): Step => ({ text, values: [], key: text });
export const [BEGIN, COMMIT, ROLLBACK] = [word('begin'), word('commit'), word('rollback')] as const;

/** Remembers what is made of an object that is met again and again, such as a known read or the claims of a known token. */
function once<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const known = new WeakMap<Source, Made>();
  return (source) => {
    const made = known.get(source) ?? make(source);
    known.set(source, made);
    return made;
  };
}

const claimsText = once((claims: Caller['claims']) => JSON.stringify(claims));

/** A statement as a step. The database plans it anew when another role runs it, as other policies apply. */
const stepFor = (role: Role) =>
  once(({ text, values }: Statement): KeyedStep => ({ text, values, key: `${role} ${text}` }));
const STEPS = { anon: stepFor('anon'), authenticated: stepFor('authenticated'), service_role: stepFor('service_role') };

/** A transaction of a caller: who it is, and what is asked. */
export type CallerSteps = readonly [setCaller: KeyedStep, asked: KeyedStep];

/** The steps of a transaction that runs a statement with its caller's role and claims. */
export function stepsOf(statement: Statement, caller: Caller, isReadOnly: boolean): CallerSteps {
  const setCaller = isReadOnly ? SET_READER : SET_CALLER;
  return [
    {
      text: setCaller,
      values: [caller.role, claimsText(caller.claims), STATEMENT_TIMEOUT[caller.role]],
      key: setCaller,
    },
    STEPS[caller.role](statement),
  ];
}

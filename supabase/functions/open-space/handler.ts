import * as z from 'zod';
import {
  createParser,
  readJson,
  readRule,
  respond,
  respondError,
  respondInvalid,
  respondPreflight,
  toStorable,
  type VerifiedPerson,
} from '../shared/http.ts';
import { type BarrierOutcome, type BarrierResult, type Clock, moveBarrier } from './move-barrier.ts';
import type { VendorSession } from './vendor-session.ts';

const MAX_BODY_BYTES = 1024;
/** The whole request fits in the 11.5 seconds that the server gives it. */
const DEADLINE_MS = 10_000;
const SUCCESS = 200;

/** What differs between Supabase and this server. */
export type OpenSpaceDependencies = {
  verifyDriver: (request: Request) => Promise<VerifiedPerson | null>;
  /** Calls `begin_barrier_command`. @throws the database's error for its rules */
  begin: (driver: VerifiedPerson, request: BarrierRequest) => Promise<unknown>;
  /** Waits for the outcome of a command that an earlier request began. */
  waitForOutcome: ReturnType<typeof createOutcomeWaiter>;
  finish: (command: string, result: BarrierResult) => Promise<void>;
  session: VendorSession;
  clock: Clock;
  /** Logs what the operator must know, without secrets. */
  report: (fault: { fault: BarrierOutcome | 'not-recorded'; code: number; error?: unknown }) => void;
};

function respondOutcome(action: BarrierRequest['action'], outcome: string): Response {
  if (outcome === 'moved') return respond(200, { outcome: action === 'open' ? 'opened' : 'closed' });
  return respond(200, { outcome: outcome === 'barrier-no-response' ? 'no-response' : 'rejected', problem: outcome });
}

/** Sends a new command and records its outcome. */
async function move(
  { command, did }: { command: string; did: string },
  { action, deadline }: { action: BarrierRequest['action']; deadline: number },
  { session, clock, finish, report }: OpenSpaceDependencies,
): Promise<BarrierOutcome> {
  const result = await moveBarrier({ did, type: action === 'open' ? 1 : 2 }, { session, clock, deadline });
  const { outcome, code } = result;
  if (outcome !== 'moved' || code !== SUCCESS) report({ fault: outcome, code });
  const record = () => finish(command, { ...result, msg: toStorable(result.msg) });
  try {
    // Somebody may have locked the reservation for a moment. A repeat changes nothing.
    await record().catch(record);
  } catch (error) {
    // The barrier has moved or not, so the driver gets the outcome. After 30 seconds the command counts as without response.
    report({ fault: 'not-recorded', code, error });
  }
  return outcome;
}

/**
 * Takes `{reservation, action, key}` from a driver or from staff, with a `reason` where staff raise it, and lowers or raises the
 * barrier of that reservation's space. Responds with
 * `{outcome, problem}`: 200 when the command was sent, 409 when a rule is against it, 429 when there were too many. Other
 * errors are `{code, msg}` with the code as status: 400, 401, 403, 405, 413.
 */
export async function handleOpenSpace(request: Request, dependencies: OpenSpaceDependencies): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight();
  if (request.method !== 'POST') return respondError(405, 'open-space takes POST');
  const deadline = dependencies.clock.now() + DEADLINE_MS;
  const driver = await dependencies.verifyDriver(request);
  if (driver === null) return respondError(401, 'Log in to open a barrier');
  const parsed = await readJson(request, MAX_BODY_BYTES, parseBarrierRequest);
  if (typeof parsed === 'string') return respondInvalid(parsed);
  let begun: z.infer<typeof begunSchema>;
  try {
    begun = begunSchema.parse(await dependencies.begin(driver, parsed));
  } catch (error) {
    const rule = readRule(error);
    if (rule === null) return respondError(403, 'This session or key may not move the barrier');
    const { problem } = rule;
    return respond(problem === 'barrier-too-often' ? 429 : 409, { outcome: 'rejected', problem });
  }
  const outcome = begun.is_new
    ? await move(begun, { action: parsed.action, deadline }, dependencies)
    : ((await dependencies.waitForOutcome(begun.command, deadline)) ?? 'barrier-no-response');
  return respondOutcome(parsed.action, outcome);
}

/** `key` is an idempotency key: a repeat with the same key is the same command. */
const requestSchema = z.strictObject({
  reservation: z.guid(),
  action: z.literal(['open', 'close']),
  key: z.guid(),
  /** Why staff raise a barrier. */
  reason: z.string().max(300).optional(),
});

type BarrierRequest = z.infer<typeof requestSchema>;

const parseBarrierRequest = createParser(
  requestSchema,
  'The body must have reservation, action and key, and nothing else',
);

/** What `begin_barrier_command` returns: a new command, or the one that an earlier request began. */
const begunSchema = z.discriminatedUnion('is_new', [
  z.object({ is_new: z.literal(true), command: z.guid(), did: z.string() }),
  z.object({ is_new: z.literal(false), command: z.guid() }),
]);

const POLL_MS = 500;

/**
 * Waits until a command has an outcome, or until the deadline; then null. However many requests wait for the same command, its
 * outcome is read once in half a second.
 * @param readOutcome reads null while the command is under way
 */
export function createOutcomeWaiter(readOutcome: (command: string) => Promise<string | null>, clock: Clock) {
  const pending = new Map<string, Promise<string | null>>();

  async function readLater(command: string): Promise<string | null> {
    await clock.wait(POLL_MS);
    return readOutcome(command);
  }
  function readTogether(command: string): Promise<string | null> {
    const running = pending.get(command);
    if (running !== undefined) return running;
    const read = readLater(command).finally(() => pending.delete(command));
    pending.set(command, read);
    return read;
  }

  return async (command: string, deadline: number): Promise<string | null> => {
    let outcome = await readOutcome(command);
    while (outcome === null && clock.now() < deadline) outcome = await readTogether(command);
    return outcome;
  };
}

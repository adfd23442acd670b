import { m } from '#messages';
import type { FiscalEnvironment, FiscalType } from '../../../domain/fiscal/fiscal-document.ts';
import type { FiscalRow, OBSTACLES } from './data.ts';

export const TYPE_LABELS: Record<FiscalType, string> = {
  31: m.fiscal_type_31(),
  32: m.fiscal_type_32(),
  34: m.fiscal_type_34(),
};

export const ENVIRONMENT_LABELS: Record<FiscalEnvironment, string> = {
  testecf: m.fiscal_environment_test(),
  certecf: m.fiscal_environment_certification(),
  ecf: m.fiscal_environment_production(),
};

export const OBSTACLE_TEXTS: Record<(typeof OBSTACLES)[number], string> = {
  off: m.fiscal_obstacle_off(),
  currency: m.fiscal_obstacle_currency(),
  name: m.fiscal_obstacle_name(),
  tax_number: m.fiscal_obstacle_tax_number(),
  address: m.fiscal_obstacle_address(),
  tax_rate: m.fiscal_obstacle_tax_rate(),
  range: m.fiscal_obstacle_range(),
};

export const STATE_LABELS: Record<FiscalRow['state'], string> = {
  due: m.fiscal_state_due(),
  numbered: m.fiscal_state_numbered(),
  signed: m.fiscal_state_signed(),
  sent: m.fiscal_state_sent(),
  accepted: m.fiscal_state_accepted(),
  conditional: m.fiscal_state_conditional(),
  rejected: m.fiscal_state_rejected(),
};

/** What DGII said; its own texts are Spanish. Until it has decided, why a document is still on its way. */
export function describeResponse(response: string, isDecided: boolean): string {
  if (isDecided) return response;
  return response.endsWith('did not respond') ? m.fiscal_no_response() : m.fiscal_tried_again({ reason: response });
}

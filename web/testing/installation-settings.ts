import { initialValues, toRow } from '../../domain/columns.ts';
import { SETTINGS } from '../../domain/settings/settings.ts';
import type { Row } from './fake-tables.ts';

/** What the operator decided: drivers pay without a tax, and the rest is as at the first start. */
export const createInstallationSettings = (): Row => ({
  id: 'installation',
  ...toRow(SETTINGS, { ...initialValues(SETTINGS), taxRate: 0, chargesDrivers: true }),
  maintenance_since: null,
  updated_at: '2026-11-22T10:00:00.000001+00:00',
});

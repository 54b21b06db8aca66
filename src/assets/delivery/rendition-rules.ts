// A workspace's rules for renditions (settings delivery and renditions), read together with an asset.
import { delivery, renditions } from '../settings.ts';
import { resolve, type Values } from '../../core/settings/rules.ts';
import type { SettingDefinition } from '../../core/settings/schemas.ts';
import type { RenditionRules } from './transform.ts';

const settingSql = (key: string, whose: string): string =>
  `(select s.value from marque.settings s where s.organization_id = t.organization_id and s.key = '${key}' and ${whose})`;

const bothSql = ({ key }: { key: string }): string =>
  `${settingSql(key, 's.workspace_id is null')} as ${key}_above, ${settingSql(key, 's.workspace_id = t.workspace_id')} as ${key}_here`;

/** Columns for a query on an asset `t`. */
export const rulesSql = `${bothSql(delivery)}, ${bothSql(renditions)}`;

export interface RulesRow {
  delivery_above: Values | null;
  delivery_here: Values | null;
  renditions_above: Values | null;
  renditions_here: Values | null;
}

const valueOf = (setting: SettingDefinition, organization: Values | null, workspace: Values | null): Values =>
  resolve(setting, {
    workspace: workspace ?? {},
    organization: organization ?? {},
    default: setting.defaults,
  }).value;

// Stored values were checked against these very shapes when they were set.
const rulesIn = (row: Partial<RulesRow>): RenditionRules =>
  ({
    ...valueOf(delivery, row.delivery_above ?? null, row.delivery_here ?? null),
    ...valueOf(renditions, row.renditions_above ?? null, row.renditions_here ?? null),
  }) as unknown as RenditionRules;

/** The usual case: nothing is set. */
const usualRules = rulesIn({});

export function rulesOf(row: Partial<RulesRow>): RenditionRules {
  const isSet = row.delivery_above || row.delivery_here || row.renditions_above || row.renditions_here;
  return isSet ? rulesIn(row) : usualRules;
}

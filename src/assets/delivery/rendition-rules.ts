// A workspace's rules for renditions (setting delivery), read together with an asset.
import { delivery } from '../settings.ts';
import { resolve, type Values } from '../../core/settings/rules.ts';
import type { RenditionRules } from './transform.ts';

const deliverySetting = (whose: string): string =>
  `(select s.value from marque.settings s where s.organization_id = t.organization_id and s.key = 'delivery' and ${whose})`;

/** Columns for a query on an asset `t`. */
export const rulesSql = `${deliverySetting('s.workspace_id is null')} as delivery_above, ${deliverySetting('s.workspace_id = t.workspace_id')} as delivery_here`;

export interface RulesRow {
  delivery_above: Values | null;
  delivery_here: Values | null;
}

/** The usual case: nothing is set. */
const usualRules = resolved({}, {});

export function rulesOf({ delivery_above: above, delivery_here: here }: Partial<RulesRow>): RenditionRules {
  return above || here ? resolved(above ?? {}, here ?? {}) : usualRules;
}

function resolved(organization: Values, workspace: Values): RenditionRules {
  const { value } = resolve(delivery, { workspace, organization, default: delivery.defaults });
  // Stored values were checked against these very shapes when they were set.
  return value as unknown as RenditionRules;
}

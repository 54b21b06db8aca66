// What the settings of a workspace say of the renditions it gives out (setting delivery), read along with an asset.
import { delivery } from '../../core/settings/definitions.ts';
import { resolve, type Values } from '../../core/settings/rules.ts';
import type { RenditionRules } from './transform.ts';

const said = (whose: string): string =>
  `(select s.value from marque.settings s where s.organization_id = t.organization_id and s.key = 'delivery' and ${whose})`;

/** Columns for a ride on an asset, whose place is `t`. */
export const rulesSql = `${said('s.workspace_id is null')} as delivery_above, ${said('s.workspace_id = t.workspace_id')} as delivery_here`;

export interface RulesRow {
  delivery_above: Values | null;
  delivery_here: Values | null;
}

/** Where nothing was set, as nearly everywhere. */
const usualRules = resolved({}, {});

export function rulesOf({ delivery_above: above, delivery_here: here }: Partial<RulesRow>): RenditionRules {
  return above || here ? resolved(above ?? {}, here ?? {}) : usualRules;
}

function resolved(organization: Values, workspace: Values): RenditionRules {
  const { value } = resolve(delivery, { workspace, organization, default: delivery.defaults });
  // Stored values were checked against these very shapes when they were set.
  return value as unknown as RenditionRules;
}

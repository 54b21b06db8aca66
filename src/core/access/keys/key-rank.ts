// The scope that a key has now, as SQL.

/**
 * The rank of a key. A connected agent's is never above the setting `agents.maxScope` of its workspace or organization, as it is now:
 * lowering it bounds agents that were connected before, and raising it gives them back what their person allowed.
 */
export const keyRankSql = (
  key: string,
  organization: string,
): string => `least(marque.scope_rank(${key}.scope::text), (select marque.scope_rank(coalesce(
    (select s.value->>'maxScope' from marque.settings s where s.workspace_id = ${key}.workspace_id and s.key = 'agents'),
    (select s.value->>'maxScope' from marque.settings s where s.organization_id = ${organization} and s.workspace_id is null and s.key = 'agents')))
  from marque.oauth_connections n where n.key_id = ${key}.id))`;

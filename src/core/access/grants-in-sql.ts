// What people's grants give, as SQL for statements that check many people at once. The parameters are SQL expressions.

const grantsOf = (person: string): string => `marque.effective_grants g where g.user_id = ${person}`;

/** Whether somebody is an admin of an organization. */
export const administersSql = (person: string, organization: string): string =>
  `exists (select 1 from ${grantsOf(person)} and g.resource_id = ${organization} and g.rank = 4)`;

/** Somebody's rank on the whole workspace; null: none. */
export const rankSql = (person: string, workspace: string, organization: string): string =>
  `(select max(g.rank) from ${grantsOf(person)} and g.resource_id in (${workspace}, ${organization}))`;

/** Whether somebody has access to a workspace, or to something in it. */
export const reachesSql = (person: string, workspace: string, organization: string): string =>
  `exists (select 1 from ${grantsOf(person)} and (g.resource_id = ${organization} or g.workspace_id = ${workspace}))`;

/** Whether somebody has access to an organization, or to something in it. */
export const reachesOrganizationSql = (person: string, organization: string): string =>
  `exists (select 1 from ${grantsOf(person)} and g.organization_id = ${organization})`;

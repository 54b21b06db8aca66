// Background work: warns of assets whose last day of use comes before the end of a campaign they are in.
import { recordOn, type ModuleJob, type Service } from 'marque/extend';

export const checkJob = 'check-campaign';

const expiring = `select c.id, c.name, c.workspace_id, jsonb_agg(a.filename order by a.filename) as assets
  from payload.campaigns c cross join lateral jsonb_array_elements_text(c.assets) e(id) join payload.assets a on a.id = e.id::uuid
  where ($1::uuid is null or c.id = $1) and c.ends >= to_char(now() at time zone 'utc', 'YYYY-MM-DD')
    and a.deleted_at is null and a.rights->>'expires' < c.ends
    and not exists (select 1 from marque.events v where v.subject_id = c.id and v.type = 'campaign.assets_expire' and v.at > now() - interval '20 hours')
  group by c.id`;

/** Records one event per campaign, at most once a day: it may run twice. */
async function warn({ db }: Service, campaign: unknown): Promise<void> {
  const rows = await db.query<{ id: string; name: string; workspace_id: string; assets: string[] }>(
    expiring,
    [campaign],
  );
  for (const { id, name, workspace_id: workspaceId, assets } of rows)
    await recordOn(db, 'system', {
      type: 'campaign.assets_expire',
      workspaceId,
      subject: { kind: 'campaign', id },
      detail: { name, assets },
    });
}

export const jobs: readonly ModuleJob[] = [
  { name: 'warn-of-expiry', cron: '0 3 * * *', expireInSeconds: 600, run: (service) => warn(service, null) },
  {
    name: checkJob,
    cron: null,
    expireInSeconds: 60,
    each: { atOnce: 1, retries: 3, firstRetrySeconds: 30 },
    run: (service, data) => warn(service, data.campaign),
  },
];

// What a fresh installation needs before anyone can use it.
import { appPeople } from '../core/access/app-people.ts';
import { statement } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { openFirstAccount } from './accounts/accounts.ts';

const anyOrganization = statement(
  'first-use:organization',
  'select exists (select 1 from payload.organizations) as there',
);

/** Opens the first account, or lets the app's people in. */
export async function openFirst(service: Service): Promise<void> {
  const app = appPeople();
  if (!app) return openFirstAccount(service);
  const [row] = await service.db.query<{ there: boolean }>(anyOrganization);
  if (!row?.there) await app.prepare(service);
}

// An organization, and the calls on its settings. Each test file that imports this has its own.
import { startService, type Caller, type Person, type Place } from '../../setup/service.ts';

export let place: Place;
export let admin: Person;
export let as: Caller;

export const marque = await startService({
  SMTP_HOST: 'mail.operator.example',
  MAIL_FROM: 'operator@example.com',
});

/** Continues with another organization, without settings of its own. */
export async function newOrganization(): Promise<void> {
  place = await marque.makePlace();
  admin = await marque.makeAdmin(place);
  as = { cookie: admin.cookie };
}

export const list = async (context?: string, caller: Caller = as) =>
  marque.call('GET', `/api/v1/settings${context ? `?context=${context}` : ''}`, { as: caller });

export const patch = (key: string, body: unknown, context = 'organization', caller: Caller = as) =>
  marque.call('PATCH', `/api/v1/settings/${key}?context=${context}`, { as: caller, body });

export const reset = (key: string, context = 'organization', caller: Caller = as) =>
  marque.call('DELETE', `/api/v1/settings/${key}?context=${context}`, { as: caller });

export const setting = async (key: string, context = 'organization') =>
  (await list(context)).body.data.find((one: { key: string }) => one.key === key);

interface EventRow {
  detail: Record<string, unknown>;
}

export function events(): Promise<EventRow[]> {
  return marque.service.db.query<EventRow>(
    `select detail from marque.events where organization_id = $1 and type = 'setting.changed' order by id`,
    [place.organizationId],
  );
}

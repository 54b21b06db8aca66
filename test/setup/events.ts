// What was recorded about a resource, oldest first.
import type { TestService } from './service.ts';

export interface EventRow {
  type: string;
  audit: boolean;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  organization_id: string;
  detail: Record<string, unknown>;
}

export const eventRowsOf = (marque: TestService, id: string): Promise<EventRow[]> =>
  marque.service.db.query<EventRow & Record<string, unknown>>(
    `select type, audit, actor_kind, actor_id, actor_name, organization_id, detail
     from marque.events where subject_id = $1 order by id`,
    [id],
  );

/** The types alone. */
export const eventsOf = async (marque: TestService, id: string): Promise<string[]> =>
  (await eventRowsOf(marque, id)).map(({ type }) => type);

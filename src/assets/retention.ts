// How long things are kept: the one place that says so. Every reader asks for a workspace, because each may have its own days.

export interface Retention {
  /** Days in which a deleted asset can be restored. */
  deletedDays: number;
  /** Days after which a rendition is taken away; it is made again when somebody asks for it. */
  renditionDays: number;
  /** Days for which events are kept. */
  eventDays: number;
}

const defaultRetention: Retention = { deletedDays: 30, renditionDays: 30, eventDays: 400 };

/** What a workspace keeps to; null: what belongs to none. */
export function retentionOf(_workspaceId: string | null): Retention {
  return defaultRetention;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The moment that lies so many days before another. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

// Which stages a new proposal passes: those of the first route of the setting `review` that matches it. They are stored with the proposal,
// so that a change of the setting doesn't touch what is under way.
import { statement, type Db } from '../../core/db/pool.ts';
import { containersAbove } from '../../core/access/grants/containers-above.ts';
import type { Service } from '../../core/service.ts';
import { settingIn } from '../../core/settings/read.ts';
import { review } from '../settings.ts';
import type { ProposerKind, Route, Stage } from './schemas.ts';

/** What routes look at. */
export interface Routed {
  kind: string;
  by: ProposerKind | null;
  /** Lower case. */
  tags: readonly string[];
  /** Those that it is in, and those above them. */
  collections: readonly string[];
}

/** The stages of a proposal as stored; `stages` is null if it passes none. */
export interface StagePlan {
  stages: readonly Stage[] | null;
  distinct: boolean;
}

export const noStages: StagePlan = { stages: null, distinct: false };

const matches = ({ when }: Route, { kind, by, tags, collections }: Routed): boolean =>
  (when.kind === undefined || when.kind === kind) &&
  (when.by === undefined || when.by === by) &&
  (when.tag === undefined || tags.includes(when.tag.toLowerCase())) &&
  (when.collection === undefined || collections.includes(when.collection));

/** A stage that was removed while a route still names it. It fails safe: somebody who can approve must decide in it. */
const lostStage = (id: string): Stage => ({ id, name: id, who: ['approve'], needs: 1 });

/** The stages that a proposal passes, in order. */
export function stagesFor(
  { stages, routes }: { stages: readonly Stage[]; routes: readonly Route[] },
  routed: Routed,
): Stage[] {
  const route = routes.find((one) => matches(one, routed));
  return (route?.stages ?? []).map((id) => stages.find((one) => one.id === id) ?? lostStage(id));
}

const facts = statement(
  'stages:facts',
  () => `select coalesce((select a.tags from payload.assets a where a.id = $1), '[]') as tags,
     array(select distinct h.id::text from ${containersAbove('$1::uuid')} h) as collections`,
);

/** What an asset or a collection is, for conditions on proposals about it: its tags, lower case, and the collections that it is in. */
export async function placing(db: Db, placed: string | null): Promise<Pick<Routed, 'tags' | 'collections'>> {
  const [known] =
    placed === null ? [] : await db.query<{ tags: string[]; collections: string[] }>(facts, [placed]);
  return {
    tags: (known?.tags ?? []).map((tag) => tag.toLowerCase()),
    collections: known?.collections ?? [],
  };
}

/** The stages of a proposal. @param placed the asset or collection that it is about; null for anything else */
export async function planStages(
  service: Service,
  db: Db,
  { workspaceId, kind, by, placed }: { workspaceId: string; kind: string; by: string; placed: string | null },
): Promise<StagePlan> {
  const setting = await settingIn(service, db, review, { organizationId: null, workspaceId });
  if (setting.routes.length === 0) return noStages;
  const stages = stagesFor(setting, { kind, by: proposerOf(by), ...(await placing(db, placed)) });
  return { stages: stages.length > 0 ? stages : null, distinct: setting.distinct };
}

/** Of a proposal's `by_kind`; null for Marque itself. */
function proposerOf(kind: string): ProposerKind | null {
  if (kind === 'key') return 'agent';
  if (kind === 'nobody') return 'link';
  return kind === 'person' ? 'person' : null;
}

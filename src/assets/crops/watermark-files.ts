// The file of a preset's watermark: which one it is now, and whether it can be used. A preset never goes out without its watermark.
import { statement, type Db } from '../../core/db/pool.ts';
import { ApiError, type Issue } from '../../core/errors.ts';
import type { SettingCheck } from '../../core/settings/checks.ts';
import type { Mark } from '../delivery/parse-transform.ts';
import { hasRenditions, typeOf } from '../metadata/kinds.ts';
import { availabilitySql } from '../queries.ts';
import { hindrancesOf, utcDay, type Availability, type Hindrance } from '../rules.ts';
import type { Preset } from './presets.ts';
import { usualMark } from './watermark.ts';

interface MarkRow extends Availability {
  /** The one that was asked for, whichever version is current. */
  asked: string;
  sha256: string;
  mime_type: string;
  filesize: number;
  width: number | null;
}

const found = statement(
  'watermarks:files',
  `select distinct on (m.id) m.id as asked, v.sha256, v.mime_type, v.filesize, v.width, ${availabilitySql('v')}
   from payload.assets m join payload.assets v on v.id = m.id or (v.stack_id = m.stack_id and v.workspace_id = m.workspace_id and v.current)
   where m.id = any($2::uuid[]) and m.workspace_id = $1 order by m.id, v.id <> m.id desc`,
);

/** How each goes on from "The file". */
const hindrances: Record<Hindrance, string> = {
  deleted: 'is deleted',
  archived: 'is archived',
  not_approved: "isn't approved",
  expired: 'has expired',
  embargoed: 'is under embargo',
};

/** @returns the file of each asset, or why it can't be a watermark, as it goes on from "The file" */
async function filesOf(
  db: Db,
  workspaceId: string | null,
  assetIds: readonly string[],
): Promise<(assetId: string) => MarkRow | string> {
  const rows = assetIds.length === 0 ? [] : await db.query<MarkRow>(found, [workspaceId, assetIds]);
  return (assetId) => usable(rows.find(({ asked }) => asked === assetId.toLowerCase()));
}

function usable(row: MarkRow | undefined): MarkRow | string {
  if (!row) return "isn't in this workspace";
  const [hindrance] = hindrancesOf(row, utcDay(new Date()));
  if (hindrance) return hindrances[hindrance];
  if (typeOf(row.mime_type) !== 'image' || !hasRenditions(row.mime_type, row.width)) return "isn't a picture";
  return row;
}

/**
 * The watermark of a preset, with its file; null if it has none.
 *
 * @throws ApiError unavailable with the reason if it can't be used now.
 */
export async function markOf(
  db: Db,
  workspaceId: string | null,
  { name, watermark }: Preset,
): Promise<Mark | null> {
  if (!watermark) return null;
  const file = (await filesOf(db, workspaceId, [watermark.asset]))(watermark.asset);
  if (typeof file === 'string') throw unusableMark(name, `the file ${file}`);
  return {
    file: { sha256: file.sha256, mime_type: file.mime_type, filesize: file.filesize },
    position: watermark.position ?? usualMark.position,
    size: watermark.size ?? usualMark.size,
    opacity: watermark.opacity ?? usualMark.opacity,
    preset: name,
  };
}

/** What is said of a preset whose watermark can't be laid on. */
export const unusableMark = (preset: string, why: string, cause?: unknown): ApiError =>
  new ApiError(
    'unavailable',
    `The preset "${preset}" has a watermark that can't be used: ${why}. An admin can choose another one in the setting renditions.`,
    undefined,
    { cause },
  );

const onlyInWorkspaces =
  'A watermark belongs to one workspace. Set presets with a watermark in the settings of that workspace.';

/** Problems with the watermarks of presets that are set in a place. */
export const checkWatermarks: SettingCheck = async (db, { workspaceId }, { set }) => {
  const presets = (set.presets ?? []) as readonly Preset[];
  const fileOf = await filesOf(
    db,
    workspaceId,
    presets.flatMap(({ watermark }) => (watermark ? [watermark.asset] : [])),
  );
  return presets.flatMap(({ watermark }, at): Issue[] => {
    if (!watermark) return [];
    const path = `presets[${at}].watermark`;
    if (workspaceId === null) return [{ path, message: onlyInWorkspaces }];
    const file = fileOf(watermark.asset);
    return typeof file === 'string' ? [{ path: `${path}.asset`, message: `The file ${file}.` }] : [];
  });
};

// Changes many assets. Each one succeeds or fails on its own, and none is forgotten: what failed is returned with its reason.
import type { Asset, Status } from '../../../../assets/schemas.ts';
import type { AssetUsage } from '../../../../assets/usage.ts';
import { failureOf, wordsOf } from '../../../client/api.ts';
import { call, callRecord, type InputFor } from '../../../client/operations.ts';
import { spoken } from '../../../client/spoken.ts';
import { languagesOf } from '../../asset/form/edited-asset.ts';
import { bodyOf, type BulkChange } from './bulk-change.ts';
import { backTo, mergedBacks, type Back } from './undo-change.ts';

export interface Refused {
  asset: Asset;
  why: string;
}

type Body = Omit<InputFor<'update_assets'>['body'], 'ids'>;

/** How many a call changes: few enough to show the progress. */
const atOnce = 50;
/** How many calls run at a time where each asset needs one of its own. */
const lanes = 4;

const refusing = (assets: readonly Asset[], error: unknown): Refused[] =>
  assets.map((asset) => ({ asset, why: wordsOf(error) }));

/** What became of the status of each asset that was changed. */
type Standing = Map<string, Status>;

async function updateSome(assets: readonly Asset[], body: Body, standing: Standing): Promise<Refused[]> {
  try {
    const { data } = await call('update_assets', { body: { ...body, ids: assets.map(({ id }) => id) } });
    const byId = new Map(data.map((item) => [item.id, item]));
    return assets.flatMap((asset) => {
      const item = byId.get(asset.id);
      if (!item?.ok) return [{ asset, why: failureOf(0, item).message }];
      standing.set(asset.id, item.status);
      return [];
    });
  } catch (error) {
    return refusing(assets, error);
  }
}

/** Runs a call for each of the assets, a few at a time. */
async function each(
  assets: readonly Asset[],
  change: (asset: Asset) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<Refused[]> {
  const waiting = [...assets];
  const refused: Refused[] = [];
  const work = async (): Promise<void> => {
    for (let asset = waiting.shift(); asset; asset = waiting.shift()) {
      const one = asset;
      await change(one).catch((error: unknown) => refused.push(...refusing([one], error)));
      onDone(1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return refused;
}

type Step = (assets: readonly Asset[], onDone: (count: number) => void) => Promise<Refused[]>;

const updating =
  (body: Body, standing: Standing): Step =>
  async (assets, onDone) => {
    const refused: Refused[] = [];
    for (let from = 0; from < assets.length; from += atOnce) {
      const some = assets.slice(from, from + atOnce);
      refused.push(...(await updateSome(some, body, standing)));
      onDone(some.length);
    }
    return refused;
  };

/** The call moves all or none, so the assets are moved one by one where some can't be. */
const moving =
  (id: string, way: 'add' | 'remove'): Step =>
  async (assets, onDone) => {
    const add = (some: readonly Asset[]) =>
      call('change_collection_assets', { id, body: { [way]: some.map((asset) => asset.id) } });
    const refused: Refused[] = [];
    for (let from = 0; from < assets.length; from += atOnce) {
      const some = assets.slice(from, from + atOnce);
      try {
        await add(some);
        onDone(some.length);
      } catch {
        refused.push(...(await each(some, (asset) => add([asset]), onDone)));
      }
    }
    return refused;
  };

/** The terms are replaced as a whole, so the others are read first; a change in between is refused, and can be tried again. */
const settingUsage =
  (change: BulkChange['usage'], before: Map<string, AssetUsage>): Step =>
  (assets, onDone) =>
    each(
      assets,
      async ({ id }) => {
        const { data, etag } = await callRecord('get_asset_usage', { id });
        await call('set_asset_usage', { id, body: { ...data, ...change } }, { ifMatch: etag });
        before.set(id, data);
      },
      onDone,
    );

const describing =
  (change: BulkChange): Step =>
  (assets, onDone) =>
    each(
      assets,
      async ({ id }) => {
        const text = change.altTexts?.[id];
        if (!text) return;
        const { data, etag } = await callRecord('get_asset_texts', { id });
        const [language] = languagesOf(data);
        const own = data[language];
        const [now, alt] = [own?.alt ?? '', text.to.trim()];
        if (!own || now === alt) return;
        // Somebody else has written one since.
        if (now !== text.from) throw new Error(spoken().t('errors:preconditionFailed'));
        const { title, description } = own;
        const body = { [language]: { title, description, alt: alt === '' ? null : alt } };
        await call('set_asset_texts', { id, body }, { ifMatch: etag });
      },
      onDone,
    );

function stepsOf(change: BulkChange, usageBefore: Map<string, AssetUsage>, standing: Standing): Step[] {
  const body = bodyOf(change);
  return [
    ...(body ? [updating(body, standing)] : []),
    ...(change.altTexts ? [describing(change)] : []),
    ...(Object.keys(change.usage).length > 0 ? [settingUsage(change.usage, usageBefore)] : []),
    ...(change.collection ? [moving(change.collection.id, 'add')] : []),
    ...(change.leaving === null ? [] : [moving(change.leaving, 'remove')]),
  ];
}

export interface Outcome {
  /** The assets that couldn't be changed, or not in every part. */
  refused: Refused[];
  /** What takes it back, for each asset that was changed. */
  backs: Back[];
  /** How many were approved and wait for the next stage of their review. */
  waiting: number;
}

const waitingIn = (standing: Standing, status: Status | null | undefined): number =>
  status === 'active' ? [...standing.values()].filter((now) => now === 'proposed').length : 0;

/** @param onProgress called with the fraction that is done, 0 to 1. */
export async function changeAssets(
  assets: readonly Asset[],
  change: BulkChange,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<Outcome> {
  const usageBefore = new Map<string, AssetUsage>();
  const standing: Standing = new Map();
  const steps = stepsOf(change, usageBefore, standing);
  const refused: Refused[] = [];
  let [left, done] = [[...assets], 0];
  for (const step of steps) {
    const failed = await step(left, (count) => {
      done += count;
      onProgress(done / (steps.length * assets.length));
    });
    refused.push(...failed);
    const gone = new Set(failed.map(({ asset }) => asset.id));
    done += gone.size * (steps.length - steps.indexOf(step) - 1);
    left = left.filter(({ id }) => !gone.has(id));
  }
  const backs = left.map((asset) => ({ asset, change: backTo(asset, change, usageBefore.get(asset.id)) }));
  return { refused, backs, waiting: waitingIn(standing, change.status) };
}

/** Takes changes back. @returns those that couldn't be */
export async function undoChanges(backs: readonly Back[]): Promise<Refused[]> {
  const refused: Refused[] = [];
  for (const { assets, change } of mergedBacks(backs))
    refused.push(...(await changeAssets(assets, change)).refused);
  return refused;
}

// What the operations on settings share: the place they act on, and the setting that a key names.
import { z } from 'zod';
import type { Access } from '../../src/core/access/caller.ts';
import type { Db } from '../../src/core/db/pool.ts';
import { recordOn } from '../../src/core/events/record.ts';
import type { Context } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import type { Service } from '../../src/core/service.ts';
import { contextOf, type OwnPlace, type SettingDifference } from '../../src/core/settings/change.ts';
import { layersOf, storedSettings } from '../../src/core/settings/read.ts';
import { toSetting } from '../../src/core/settings/rules.ts';
import {
  contexts,
  type Setting,
  type SettingContext,
  type SettingDefinition,
} from '../../src/core/settings/schemas.ts';

export const contextQuery = z.object({
  context: z
    .enum(contexts)
    .default('organization')
    .describe('Whose settings: those of the organization, or of the workspace that the call acts in'),
});

export const keyPath = z.object({ key: z.string().min(1).max(100) });

/** Where the caller must be an admin, by the context that is asked for. */
export const inContext = {
  when: ({ query }: { query: Record<string, string | undefined> }) => query.context !== 'workspace',
  otherwise: 'Pass context=workspace for the settings of a workspace that you administer.',
};

export function placeOf(access: Access, context: SettingContext): OwnPlace {
  return {
    organizationId: access.organizationId ?? '',
    workspaceId: context === 'workspace' ? access.workspaceId : null,
  };
}

/**
 * The setting of a key, in a context where it can be set.
 * @throws Refusal not_found for a key that is none; invalid_request for a context that isn't one of its own.
 */
export function definitionOf(service: Service, key: string, context: SettingContext): SettingDefinition {
  const definition = service.settings.find((one) => one.key === key);
  if (!definition) {
    throw new ApiError(
      'not_found',
      `There is no setting with this key. There are ${service.settings.map((one) => one.key).join(', ')}.`,
    );
  }
  if (!definition.contexts.includes(context)) {
    const message = `${definition.key} can't be set in a ${context}, only with context=${definition.contexts.join(' or ')}.`;
    throw new ApiError('invalid_request', message, { issues: [{ path: 'context', message }] });
  }
  return definition;
}

/** The settings as they apply in a place, in the order of the list. */
export async function settingsIn(
  service: Service,
  db: Db,
  place: OwnPlace,
  definitions: readonly SettingDefinition[],
): Promise<Setting[]> {
  const stored = await storedSettings(
    db,
    place,
    definitions.map(({ key }) => key),
  );
  return definitions.map((definition) =>
    toSetting(definition, contextOf(place), layersOf(service, definition, stored)),
  );
}

/** Writes down who changed what. */
export async function recordChange(
  { db, caller }: Context,
  definition: SettingDefinition,
  place: OwnPlace,
  difference: SettingDifference,
): Promise<void> {
  if (!difference) return;
  const context = contextOf(place);
  await recordOn(db, caller, {
    type: 'setting.changed',
    organizationId: place.organizationId,
    workspaceId: place.workspaceId,
    subject: { kind: context, id: place.workspaceId ?? place.organizationId },
    detail: { key: definition.key, context, ...difference },
  });
}

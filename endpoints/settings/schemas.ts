// Shared by the settings operations: the place they act on, and looking up a setting.
import { z } from 'zod';
import type { Access } from '../../src/core/access/caller.ts';
import type { Db } from '../../src/core/db/pool.ts';
import { recordOn } from '../../src/core/events/record.ts';
import type { Context } from '../../src/core/operation.ts';
import { ApiError } from '../../src/core/errors.ts';
import type { Service } from '../../src/core/service.ts';
import { contextOf, type SettingDifference } from '../../src/core/settings/change.ts';
import { layersOf, storedSettings } from '../../src/core/settings/read.ts';
import { toSetting } from '../../src/core/settings/rules.ts';
import {
  contexts,
  type OwnPlace,
  type Setting,
  type SettingContext,
  type SettingDefinition,
} from '../../src/core/settings/schemas.ts';

export const contextQuery = z.object({
  context: z
    .enum(contexts)
    .default('organization')
    .describe('Whether to use the settings of the organization or of the current workspace'),
});

export const keyPath = z.object({ key: z.string().min(1).max(100) });

/** Requires admin on the organization or the workspace, depending on the context. */
export const inContext = {
  organizationWhen: ({ query }: { query: Record<string, string | undefined> }) =>
    query.context !== 'workspace',
  otherwise: 'Pass context=workspace for the settings of a workspace that you administer.',
};

export function placeOf(access: Access, context: SettingContext): OwnPlace {
  return {
    organizationId: access.organizationId ?? '',
    workspaceId: context === 'workspace' ? access.workspaceId : null,
  };
}

/**
 * The setting with a key, in a context where it can be set.
 * @throws not_found for an unknown key; invalid_request for an unsupported context.
 */
export function definitionOf(service: Service, key: string, context: SettingContext): SettingDefinition {
  const definition = service.settings.find((one) => one.key === key);
  if (!definition) {
    throw new ApiError(
      'not_found',
      `Unknown setting. Use one of: ${service.settings.map((one) => one.key).join(', ')}.`,
    );
  }
  if (!definition.contexts.includes(context)) {
    const message = `${definition.key} can't be set in a ${context}, only with context=${definition.contexts.join(' or ')}.`;
    throw new ApiError('invalid_request', message, { issues: [{ path: 'context', message }] });
  }
  return definition;
}

/** The effective settings of a place, in order. */
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

/** Records who changed what. */
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

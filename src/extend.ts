// What a plugin of somebody else's may add to Marque, and everything it needs to write it: the one file that such a plugin imports.
// It says what it adds in the config, in whatever order the plugins stand; Marque reads it at start.
import type { CollectionConfig, Config } from 'payload';
import { addExtractor, type Extractor } from './assets/metadata/extractors.ts';
import { addTemplate } from './brands/pages/templates/index.ts';
import type { AnyTemplate } from './brands/pages/templates/contract.ts';
import type { TokenFormat } from './brands/tokens/contract.ts';
import { addTokenFormat } from './brands/tokens/formats/index.ts';
import { addFieldType, type FieldType } from './fields/types.ts';
import { fetchGuarded, type FetchedResponse, type FetchGuardedOptions } from './core/net/guarded-fetch.ts';
import { demandUnique, type Module } from './core/module.ts';
import type { Service } from './core/service.ts';
import { settingIn as settingOf } from './core/settings/read.ts';
import type { Place, SettingDefinition, SettingValue } from './core/settings/schemas.ts';

/** zod as Marque has it: shapes are drawn as JSON Schema, which takes one and the same zod. */
export { z } from 'zod';
export { defineModule, type Module } from './core/module.ts';
export { Answer, defineOperation } from './core/operation.ts';
export type {
  AnyOperation,
  Context,
  ProtocolRoute,
  RequestFacts,
  Query,
  Target,
  ToolHints,
} from './core/operation.ts';
export { invalid, ApiError, type ErrorCode, type Issue } from './core/errors.ts';
export { serviceOf, type Service } from './core/service.ts';
export {
  defineSetting,
  type Place,
  type SettingDefinition,
  type SettingValue,
} from './core/settings/schemas.ts';
export {
  defineTemplate,
  noProps,
  type SectionView,
  type Template,
} from './brands/pages/templates/contract.ts';
export { Picture, Prose, Usage } from './brands/pages/templates/parts.tsx';
export type { Token, TokenFormat, TokenSource, TokenValue } from './brands/tokens/contract.ts';
export type { Extracted, Extractor } from './assets/metadata/extractors.ts';
export type { ReadableFile } from './lib/media-probe/file-parts.ts';
export type { DeliveredEvent, Listener } from './core/events/listeners.ts';
export type { FieldKind, FieldType } from './fields/types.ts';

/** What a plugin adds: a module, and what Marque's own modules let others add to. */
export interface Extension extends Module {
  collections?: readonly CollectionConfig[];
  /** What custom fields may be of. */
  fieldTypes?: readonly FieldType[];
  /** What sections of a brand's pages are made with. */
  templates?: readonly AnyTemplate[];
  /** What a brand's tokens are written in, at `/api/v1/brand/tokens?format=`. */
  tokenFormats?: readonly TokenFormat[];
  /** What looks into files of a kind when they arrive. */
  extractors?: readonly Extractor[];
}

const property = 'marqueExtensions';

/**
 * A config with one more extension. What is known by its name is known from here on: Next has a copy of its own of every module, and
 * reads the config in each.
 *
 * @throws Error for a name that is taken by Marque or by another plugin of the config.
 */
export function extend(config: Config, extension: Extension): Config {
  const all = [...extensionsOf(config), extension];
  for (const what of ['fieldTypes', 'templates', 'tokenFormats', 'extractors'] as const)
    demandUnique(
      what,
      all.flatMap((one) => one[what]?.map(({ name }) => name) ?? []),
    );
  extension.fieldTypes?.forEach(addFieldType);
  extension.templates?.forEach(addTemplate);
  extension.tokenFormats?.forEach(addTokenFormat);
  extension.extractors?.forEach(addExtractor);
  const { collections = [], panel } = extension;
  const components = config.admin?.components;
  return {
    ...config,
    collections: [...(config.collections ?? []), ...collections],
    admin: {
      ...config.admin,
      components: {
        ...components,
        providers: [...(panel?.providers ?? []), ...(components?.providers ?? [])],
        actions: [...(panel?.actions ?? []), ...(components?.actions ?? [])],
        afterNavLinks: [...(panel?.navigation ?? []), ...(components?.afterNavLinks ?? [])],
        views: { ...panel?.views, ...components?.views },
      },
    },
    custom: { ...config.custom, [property]: all },
  };
}

/** Every extension of a config, in the order in which they were added. */
export function extensionsOf({ custom }: Pick<Config, 'custom'>): readonly Extension[] {
  return (custom?.[property] as readonly Extension[] | undefined) ?? [];
}

/** What a setting says in a place, secrets in clear: for the program, never for an answer. */
export function settingIn<S extends SettingDefinition>(
  service: Service,
  definition: S,
  place: Place,
): Promise<SettingValue<S>> {
  return settingOf(service, service.db, definition, place);
}

/**
 * Reaches an address that somebody gave: public ones only, and what FETCH_ALLOW names, checked at every hop.
 * @throws Refusal invalid for what is refused or fails, too_large.
 */
export function fetchOutside(
  service: Service,
  url: string,
  options: Omit<FetchGuardedOptions, 'allow'>,
): Promise<FetchedResponse> {
  return fetchGuarded(url, { ...options, allow: service.env.fetchAllow });
}

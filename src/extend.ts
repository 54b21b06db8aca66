// What another plugin may add to Marque. It says so in the config, in whatever order the plugins stand; Marque reads it at start.
import type { Config } from 'payload';
import type { AnyOperation, Door } from './operation.ts';

export interface Extension {
  /** Behind Marque's own: in every door, the document and, where they have one, as tools. */
  operations?: readonly AnyOperation[];
  /** Addresses of a protocol's own. */
  doors?: readonly Door[];
}

const property = 'marqueExtensions';

/** A config with one more extension. */
export function extend(config: Config, extension: Extension): Config {
  return { ...config, custom: { ...config.custom, [property]: [...extensionsOf(config), extension] } };
}

/** Every extension of a config, in the order in which they were added. */
export function extensionsOf({ custom }: Pick<Config, 'custom'>): readonly Extension[] {
  return (custom?.[property] as readonly Extension[] | undefined) ?? [];
}

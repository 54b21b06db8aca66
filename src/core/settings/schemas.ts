// Types of settings: the definition and the API representation.
import { z } from 'zod';
import { ScopeName } from '../access/schemas.ts';
import type { Db } from '../db/pool.ts';
import type { Issue } from '../errors.ts';

export const contexts = ['organization', 'workspace'] as const;
/** A whole number within bounds, both included. */
export const count = (least: number, most: number) => z.int().min(least).max(most);

export type SettingContext = (typeof contexts)[number];

/** Where a property can come from, narrowest first: the first that sets it applies. */
export const sources = ['workspace', 'organization', 'environment', 'default'] as const;
export type SettingSource = (typeof sources)[number];

/** The place a setting is read for. Neither ID: only environment and defaults apply. */
export interface Place {
  organizationId: string | null;
  workspaceId: string | null;
}

/** A place with its IDs: a setting always belongs to an organization. */
export interface OwnPlace extends Place {
  organizationId: string;
}

export type Options = readonly { value: string; label: string }[];

/** The input of a property in the panel: `lines` is a list, `long-text` a text of several lines. "colour" is what modules were told to write. */
export type InputKind =
  | { as: 'text' | 'long-text' | 'number' | 'bytes' | 'colour' | 'picture' | 'lines' | 'secret' }
  | { as: 'choice'; options: Options }
  | { as: 'choices'; options: Options }
  | { as: 'yes-no'; yes: string; no: string }
  // The panel has an editor for it, by the names of the setting and the property.
  | { as: 'own' };

export interface PropertyForm {
  label: string;
  kind: InputKind;
  hint?: string;
  /** Shown when no value is set. */
  unset?: string;
}

/** A setting in the panel, with its properties in the order of their inputs. */
export interface SettingForm<Name extends string = string> {
  about: string;
  properties: Readonly<Record<Name, PropertyForm>>;
}

/** A setting. Each property resolves on its own; unset properties are null. */
export interface SettingDefinition<
  P extends Record<string, z.ZodType> = Record<string, z.ZodType>,
  D extends Record<string, unknown> = Record<string, unknown>,
> {
  key: string;
  label: string;
  /** Where it can be set. */
  contexts: readonly SettingContext[];
  /** Schema of each property. */
  properties: P;
  /** Values if nothing is set. */
  defaults: D;
  /** Properties that are encrypted at rest and never returned; texts. */
  secrets?: readonly string[];
  /** The property a secret was entered for: if it changes, the secret must be entered again. */
  secretsFor?: Readonly<Partial<Record<string, string>>>;
  /** Properties that only a person can change, never a key: a key could let itself through. Everyone who sees the setting can read them. */
  peopleOnly?: readonly string[];
  /** The environment variable of a property. */
  environment?: Readonly<Partial<Record<string, string>>>;
  /** Without one, the panel makes inputs of the values. */
  form?: SettingForm<keyof P & string>;
  /** Problems that depend on stored data; called when valid properties are set. */
  check?(db: Db, place: Place, set: Readonly<Record<string, unknown>>): Promise<Issue[]>;
  /** For stored data that depends on the setting: called for each workspace where other values apply now, in the change's transaction. */
  follow?(
    db: Db,
    workspaceId: string,
    before: Readonly<Record<string, unknown>>,
    after: Readonly<Record<string, unknown>>,
  ): Promise<void>;
}

/** Declares a setting, with its property names checked by types. */
export function defineSetting<
  P extends Record<string, z.ZodType>,
  D extends { [Name in keyof P]?: z.output<P[Name]> },
>(
  definition: SettingDefinition<P, D> & {
    secrets?: readonly (keyof P)[];
    peopleOnly?: readonly (keyof P)[];
    secretsFor?: { readonly [Name in keyof P]?: keyof P & string };
    environment?: { readonly [Name in keyof P]?: string };
  },
): SettingDefinition<P, D> {
  return definition;
}

/** The value of a setting, including secrets: for internal use, never for a response. */
export type SettingValue<S> =
  S extends SettingDefinition<infer P, infer D>
    ? { [Name in keyof P]: z.output<P[Name]> | (Name extends keyof D ? never : null) }
    : never;

export const Setting = z
  .object({
    key: z.string(),
    label: z.string(),
    context: z.enum(contexts),
    value: z
      .record(z.string(), z.unknown())
      .describe('The effective values; unset properties and secrets are null'),
    secrets: z.record(z.string(), z.boolean()).describe('Whether each secret property is set'),
    source: z.enum(sources).describe('The narrowest level that sets any property'),
    sources: z.record(z.string(), z.enum(sources)).describe('The source of each property'),
    own: z.boolean().describe('Whether this context overrides any property'),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof Setting>;

/** What a caller may do in a workspace, by its grants and settings. */
export const Policy = z
  .object({
    review: z.object({
      proposes: z.boolean().describe('May propose changes here and see their outcome'),
      decides: z.boolean().describe('May decide here; with access to parts only, ask per asset'),
      noteOnReject: z.boolean().describe('A rejection needs a note'),
    }),
    keys: z.object({
      scopes: z.array(ScopeName).describe('Scopes a new key may have, lowest first'),
      usual: ScopeName.nullable().describe('Preselected scope: `agents.defaultScope`, if allowed'),
    }),
    trash: z.object({ days: z.int().describe('Days a deleted asset can be restored') }),
    links: z.object({
      makes: z.boolean().describe('May create share links here; with access to parts only, ask per resource'),
    }),
    searches: z.object({
      saves: z.boolean().describe('May save searches for everyone in the workspace'),
      deletes: z.boolean().describe('May delete saved searches'),
    }),
    languages: z
      .array(z.string())
      .describe('Language tags of titles, descriptions and alt texts; the default first'),
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof Policy>;

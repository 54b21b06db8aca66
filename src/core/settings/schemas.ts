// The shapes of settings: what a definition says, and the record that answers.
import { z } from 'zod';
import { ScopeName } from '../access/schemas.ts';
import type { Db } from '../db/pool.ts';
import type { Issue } from '../errors.ts';

export const contexts = ['organization', 'workspace'] as const;
export type SettingContext = (typeof contexts)[number];

/** Where a property comes from, the narrowest first: the first that says something counts. */
export const sources = ['workspace', 'organization', 'environment', 'default'] as const;
export type SettingSource = (typeof sources)[number];

/** Where a setting is asked for. Neither: what belongs to nobody, for which the environment and the defaults speak. */
export interface Place {
  organizationId: string | null;
  workspaceId: string | null;
}

/** What can be set under one key. Each property resolves on its own; one that nothing says is null. */
export interface SettingDefinition<
  P extends Record<string, z.ZodType> = Record<string, z.ZodType>,
  D extends Record<string, unknown> = Record<string, unknown>,
> {
  key: string;
  label: string;
  /** Where it can be set. */
  contexts: readonly SettingContext[];
  /** Each property with what it may be. */
  properties: P;
  /** What counts where nothing says anything. */
  defaults: D;
  /** Properties that are sealed at rest and never leave; texts. */
  secrets?: readonly string[];
  /** The property that a secret was entered for: where that changes, the secret is asked for again and never goes along by itself. */
  secretsFor?: Readonly<Partial<Record<string, string>>>;
  /** The variable of the environment that gives a property. */
  environment?: Readonly<Partial<Record<string, string>>>;
  /** What is wrong with properties that fit their shapes, by what is stored elsewhere; asked when they are set. */
  check?(db: Db, place: Place, set: Readonly<Record<string, unknown>>): Promise<Issue[]>;
}

/** Declares a setting; what it says of its properties is held to them. */
export function defineSetting<
  P extends Record<string, z.ZodType>,
  D extends { [Name in keyof P]?: z.output<P[Name]> },
>(
  definition: SettingDefinition<P, D> & {
    secrets?: readonly (keyof P)[];
    secretsFor?: { readonly [Name in keyof P]?: keyof P & string };
    environment?: { readonly [Name in keyof P]?: string };
  },
): SettingDefinition<P, D> {
  return definition;
}

/** What a setting says, secrets included: for the program, never for an answer. */
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
      .describe('The setting as it applies here; what nothing says is null, and so are secrets'),
    secrets: z.record(z.string(), z.boolean()).describe('For each secret property, whether it is set'),
    source: z.enum(sources).describe('The narrowest place that set any of it'),
    sources: z.record(z.string(), z.enum(sources)).describe('The same for each property'),
    own: z.boolean().describe('Whether this context says anything itself'),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof Setting>;

/** What grants and settings of a workspace come to for whoever works in it. */
export const Policy = z
  .object({
    review: z.object({
      proposes: z.boolean().describe('May propose here, and sees what became of it'),
      decides: z.boolean().describe('May decide here; of a grant inside, ask of the asset'),
      noteOnReject: z.boolean().describe('A rejection needs a note'),
    }),
    keys: z.object({
      scopes: z.array(ScopeName).describe('What a new key may be given, lowest first'),
      usual: ScopeName.nullable().describe(
        'To be chosen first: `agents.defaultScope`, as far as it may be given',
      ),
    }),
    links: z.object({
      makes: z.boolean().describe('May share by links here; of a grant inside, ask of the thing'),
    }),
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof Policy>;

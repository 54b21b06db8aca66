// The languages in which a workspace describes its assets: the setting, its tags (BCP 47), and which of them somebody asks for.
import { z } from 'zod';
import { ApiError, type Issue } from '../../core/errors.ts';
import type { Db } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';
import { settingIn } from '../../core/settings/read.ts';
import { contexts, defineSetting } from '../../core/settings/schemas.ts';
import { moveTexts, type Languages } from './follow-languages.ts';

/** Beside the default. */
export const mostOthers = 30;

/** Language, script, region and variants. Not the names of objects' own properties, since texts are kept by language. */
const shape = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

/** A language tag as everybody writes it, such as `pt-BR`; null if it isn't one. */
function canonical(tag: string): string | null {
  try {
    return shape.test(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null;
  } catch {
    return null;
  }
}

export const LanguageTag = z
  .string()
  .max(35)
  .refine((tag) => canonical(tag) !== null, 'Not a language tag. Use one such as en, de or pt-BR.')
  .overwrite((tag) => canonical(tag) ?? tag)
  .meta({ description: 'A language tag (BCP 47), such as en or pt-BR' });

const Named = z.object({
  default: LanguageTag.describe('Language of `title` and `description` of assets'),
  others: z
    .array(LanguageTag)
    .max(mostOthers)
    .refine((tags) => new Set(tags).size === tags.length, 'Each language once.')
    .describe('More languages for titles, descriptions and alt texts'),
});
type Named = z.infer<typeof Named>;

/** Each once: the two properties can come from different places. */
const namedIn = ({ default: first, others }: Named): Languages => [
  first,
  ...others.filter((one) => one !== first),
];

export const languages = defineSetting({
  key: 'languages',
  label: 'Languages',
  contexts,
  properties: Named.shape,
  defaults: { default: 'en', others: [] },
  follow: (db, workspaceId, before: Named, after: Named) =>
    moveTexts(db, workspaceId, namedIn(before), namedIn(after)),
  form: {
    about: 'The languages you write titles, descriptions and alt texts in.',
    properties: {
      default: {
        label: 'Default language',
        kind: { as: 'text' },
        hint: 'Used where a translation is missing. A language tag such as en, de or pt-BR',
      },
      others: {
        label: 'Other languages',
        kind: { as: 'lines' },
        hint: 'One per line. If you remove a language, its texts are kept and come back when you add it again',
        unset: 'None',
      },
    },
  },
});

export const languagesIn = async (service: Service, db: Db, workspaceId: string): Promise<Languages> =>
  namedIn(await settingIn(service, db, languages, { organizationId: null, workspaceId }));

/** What is said of a language that the workspace doesn't have. */
export const unknownLanguage = (tag: string, known: readonly string[]): string =>
  `This workspace doesn't use ${tag}. Its languages are ${known.join(', ')}. An admin can add others in the setting languages.`;

/** @throws ApiError invalid_request naming the languages there are */
export function demandLanguage(tag: string, known: readonly string[], path = 'lang'): string {
  if (known.includes(tag)) return tag;
  const issues: Issue[] = [{ path, message: unknownLanguage(tag, known) }];
  throw new ApiError('invalid_request', issues[0]?.message ?? '', { issues });
}

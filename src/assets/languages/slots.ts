// Which texts the assets of a workspace can have: its languages, and its custom fields that are translated.
import type { Db } from '../../core/db/pool.ts';
import type { Issue } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { suggestion } from '../../lib/nearest.ts';
import { fieldsOf, translatedFieldsIn } from '../../fields/queries.ts';
import type { Languages } from './follow-languages.ts';
import { languagesIn, unknownLanguage } from './languages.ts';

export interface TextSlots {
  languages: Languages;
  /** Keys of the custom fields that are translated. */
  fields: readonly string[];
}

export const slotsIn = async (service: Service, db: Db, workspaceId: string): Promise<TextSlots> => ({
  languages: await languagesIn(service, db, workspaceId),
  fields: translatedFieldsIn(await fieldsOf(db, workspaceId)),
});

/** What is said of a custom field that has no translations. */
export const notTranslated = (key: string, known: readonly string[]): string =>
  `No translated field has the key ${key}. ${suggestion(key, known)}`;

/** Texts that have no place, with paths below `path`. */
export const issuesOf = (
  texts: Record<string, { fields?: Record<string, unknown> | undefined } | null>,
  { languages, fields }: TextSlots,
  path = '',
): Issue[] =>
  Object.entries(texts).flatMap(([language, given]) =>
    languages.includes(language)
      ? Object.keys(given?.fields ?? {})
          .filter((key) => !fields.includes(key))
          .map((key) => ({ path: `${path}${language}.fields.${key}`, message: notTranslated(key, fields) }))
      : [{ path: `${path}${language}`, message: unknownLanguage(language, languages) }],
  );

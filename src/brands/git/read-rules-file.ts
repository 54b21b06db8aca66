// Parses a file of rules.
import { unknownProperty } from '../../core/errors.ts';
import { suggestion } from '../../lib/nearest.ts';
import { issuesUnder, isKey, normalizeDraft } from '../rules/rules.ts';
import { RuleInput } from '../rules/schemas.ts';
import type { RuleState } from '../publishing/state.ts';
import { assetId, isPlain, textsById, type FindAsset, type Plain } from './asset-paths.ts';
import { groupOf, rulesFile } from './layout.ts';
import type { LocatedFile, Segment } from './located.ts';

export interface ReadRule {
  rule: RuleState;
  /** Its position in the file. */
  at: Segment[];
}

function readRule(
  file: LocatedFile,
  key: string,
  context: string | null,
  type: unknown,
  body: Plain,
  at: Segment[],
  find: FindAsset,
): ReadRule | null {
  const { assets: given, type: _type, contexts: _contexts, ...content } = body;
  // They are its place in the file, and not also properties.
  const places = context === null ? ['key', 'context'] : ['key', 'context', 'contexts'];
  for (const name of places) if (Object.hasOwn(body, name)) file.say([...at, name], unknownProperty);
  if (context !== null && body.type !== undefined && body.type !== type)
    file.say([...at, 'type'], 'A key has the same type in every context. Set type next to contexts.');
  const list = given === undefined || given === null ? [] : given;
  if (!Array.isArray(list)) file.say([...at, 'assets'], 'Must be a list of files.');
  const assets = (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one, index) => {
    const where = [...at, 'assets', index];
    const entry = isPlain(one) ? one : { file: one };
    for (const name of Object.keys(entry))
      if (name !== 'file' && name !== 'rendition')
        file.say([...where, name], `${unknownProperty} ${suggestion(name, ['file', 'rendition'])}`);
    const id = assetId(file, isPlain(one) ? [...where, 'file'] : where, entry.file, find);
    return id === undefined ? [] : [{ id, rendition: entry.rendition ?? null }];
  });
  const parsed = RuleInput.safeParse({
    ...content,
    ...textsById(content, type === 'text' ? ['value', 'usage'] : ['usage'], find),
    key,
    context,
    type,
    assets,
  });
  if (!parsed.success) {
    file.sayAll(
      at,
      issuesUnder('', parsed.error).filter(({ path }) => path !== '.key'),
    );
    return null;
  }
  const normalized = normalizeDraft(parsed.data, null);
  file.sayAll(at, normalized.issues);
  return normalized.rule ? { rule: normalized.rule, at } : null;
}

export function readRules(file: LocatedFile, name: string, find: FindAsset): ReadRule[] {
  if (file.value === null) return [];
  if (!isPlain(file.value)) {
    file.say([], 'A rules file must map keys, such as color.primary, to rules.');
    return [];
  }
  return Object.entries(file.value).flatMap(([key, body]): ReadRule[] => {
    if (!isKey(key)) {
      file.say([key], 'A key must be dotted camelCase, such as color.primary or logo.minClearSpace.');
      return [];
    }
    if (groupOf(key) !== name) file.say([key], `This rule belongs in ${rulesFile(groupOf(key))}.`);
    if (!isPlain(body)) {
      file.say([key], 'Set type and value below the key.');
      return [];
    }
    const { contexts } = body;
    if (contexts !== undefined && !isPlain(contexts))
      file.say([key, 'contexts'], 'Must map the names of contexts to rules.');
    const inContexts = isPlain(contexts) ? Object.entries(contexts) : [];
    const rules = inContexts.flatMap(([context, inner]): ReadRule[] => {
      const at = [key, 'contexts', context];
      if (isPlain(inner)) {
        const rule = readRule(file, key, context, body.type, inner, at, find);
        return rule ? [rule] : [];
      }
      file.say(at, "Set the rule's fields below the context's name.");
      return [];
    });
    if (inContexts.length > 0 && !('value' in body)) {
      for (const other of Object.keys(body))
        if (other !== 'type' && other !== 'contexts')
          file.say([key, other], 'It has no effect without a value. Add one.');
      return rules;
    }
    const plain = readRule(file, key, null, body.type, body, [key], find);
    return plain ? [plain, ...rules] : rules;
  });
}

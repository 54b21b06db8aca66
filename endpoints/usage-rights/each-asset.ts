// How an agent checks several assets: one that can't be found doesn't hide the verdicts on the others.
import { errorIn, type ToolAnswer, type ToolShape } from '../../src/core/tool.ts';
import { UseInput } from '../../src/usage-rights/schemas.ts';

const given = (value: unknown): UseInput => value as UseInput;

const position = /^assets\[(\d+)\]$/;

/** The positions of what one request asked for and didn't find: those it lists, or the first, which says where it looks. */
function missingIn(answer: ToolAnswer): Set<number> {
  const { detail } = errorIn(answer) as { detail?: { issues?: { path: string }[] } };
  const listed = (detail?.issues ?? []).flatMap(({ path }) => {
    const at = position.exec(path)?.[1];
    return at === undefined ? [] : [Number(at)];
  });
  return new Set(listed.length > 0 ? listed : [0]);
}

/** The assets that no request has missed. */
function found(assets: readonly string[], answers: readonly ToolAnswer[]): readonly string[] {
  return answers
    .filter(({ status }) => status === 404)
    .reduce<readonly string[]>((left, answer) => {
      const missing = missingIn(answer);
      return left.filter((_, at) => !missing.has(at));
    }, assets);
}

const notFound = { code: 'not_found', message: "Not found in this workspace, or you don't have access." };

export const eachAsset: ToolShape = {
  input: UseInput,
  requests: (value) => [{ body: given(value) }],
  again: (value, answers) => {
    const { assets } = given(value);
    if (!assets || answers.at(-1)?.status !== 404) return null;
    const left = found(assets, answers);
    return left.length === 0 ? null : { body: { ...given(value), assets: [...left] } };
  },
  result: (value, answers) => {
    const { assets, uses } = given(value);
    const answered = answers.at(-1)?.value as Record<string, unknown>;
    if (!assets) return { value: answered };
    const verdicts = [...(answered.data as unknown[])];
    const there = new Set(found(assets, answers));
    const data = assets.flatMap((asset) =>
      there.has(asset) ? verdicts.splice(0, uses?.length ?? 1) : [{ asset, error: notFound }],
    );
    return { value: { data } };
  },
};

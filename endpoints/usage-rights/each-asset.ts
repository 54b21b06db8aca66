// How an agent checks several assets: each by itself, so that one that can't be found doesn't hide the verdicts on the others.
import { errorIn, type ToolShape } from '../../src/core/tool.ts';
import { UseInput } from '../../src/usage-rights/schemas.ts';

const given = (value: unknown): UseInput => value as UseInput;

export const eachAsset: ToolShape = {
  input: UseInput,
  each: (value) => given(value).assets !== undefined,
  requests: (value) => {
    const { assets, ...use } = given(value);
    return assets ? assets.map((asset) => ({ body: { ...use, asset } })) : [{ body: use }];
  },
  result: (value, answers) => {
    const { assets } = given(value);
    const [only] = answers;
    if (!assets) return { value: only?.value as Record<string, unknown> };
    const data = assets.flatMap((asset, at): unknown[] => {
      const answer = answers[at];
      if (!answer || answer.status >= 400) return [{ asset, error: answer && errorIn(answer) }];
      const checked = answer.value as object | { data: unknown[] };
      return 'data' in checked ? checked.data : [checked];
    });
    return { value: { data } };
  },
};

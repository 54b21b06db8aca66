// A tool that proposes one thing: an item of POST /api/v1/proposals, with the tool's own names for its parts.
import { ApiError, type ErrorCode, type Issue } from '../../../src/core/errors.ts';
import type { Asked, ToolAnswer, ToolView } from '../../../src/core/tool.ts';
import type { Item, Result } from '../items.ts';

export const oneItem = (item: Item): Asked[] => [{ body: { items: [item] } }];

/** Where an item's problems are, in the tool's arguments. */
const prefix = /items\[0\]\.(?:change|target)\.?/g;

/** @throws ApiError if the item was refused: nothing else was asked for. */
export function proposedItem([answer]: readonly ToolAnswer[], target: string): ToolView {
  const { results } = (answer?.value as { data: { results: Result[] } }).data;
  const [result] = results;
  if (result && 'error' in result) {
    const { code, message, detail } = result.error;
    const named = (path: string): string => path.replace(prefix, '') || target;
    const { issues } = (detail ?? {}) as { issues?: Issue[] };
    throw new ApiError(
      code as ErrorCode,
      message.replace(prefix, (path) => named(path)),
      {
        ...(detail as object | undefined),
        ...(issues ? { issues: issues.map((issue) => ({ ...issue, path: named(issue.path) })) } : {}),
      },
    );
  }
  return { value: { ...result } };
}

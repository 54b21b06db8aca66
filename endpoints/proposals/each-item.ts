// Many items in one call: one that doesn't match the schema gets an error of its own, and the others go on.
import { z } from 'zod';
import { issuesOf } from '../../src/core/pipeline/error-response.ts';
import type { Issue } from '../../src/core/errors.ts';

/**
 * @param stand what stands in a malformed item's place, made of what was sent: a new object for each.
 * @returns the schema of an item, which takes everything, and the problems of an item that it made: null if it's well-formed.
 */
export function eachItem<Schema extends z.ZodType<object>>(
  schema: Schema,
  stand: (sent: unknown) => z.output<Schema>,
): { schema: z.ZodCatch<Schema>; problemsOf: (item: z.output<Schema>) => readonly Issue[] | null } {
  const problems = new WeakMap<object, Issue[]>();
  return {
    schema: schema.catch(({ error, input }) => {
      const item = stand(input);
      problems.set(item, issuesOf(new z.ZodError(error.issues), schema, input));
      return item;
    }),
    problemsOf: (item) => problems.get(item) ?? null,
  };
}

/** Issues of an item, with their paths in the request. */
export const under = (path: string, issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, path: issue.path ? `${path}.${issue.path}` : path }));

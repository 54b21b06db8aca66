// Errors of the items of POST /api/v1/proposals, with the paths of what the agent sent: the tool propose_changes makes several items of
// one, in several requests.
import type { z } from 'zod';
import type { Issue } from '../../../src/core/errors.ts';
import type { ItemError } from '../../item-error.ts';

type Failure = z.input<typeof ItemError>;

/** A change as sent: the place of its item, what that is about, and its name. */
export interface SentChange {
  item: number;
  target: string;
  name: string;
  /** The name is a property of the operation's `change`, as in `{title: 'A cat'}`. The agent sent its value alone. */
  isNamed: boolean;
}

const inOperation = /^items\[\d+\]\.(kind|target|change|note)(.*)$/s;

function asSent(path: string, { item, target, name, isNamed }: SentChange): string {
  const [, part, rest = ''] = inOperation.exec(path) ?? [];
  if (part === undefined) return path;
  if (part === 'note') return `items[${item}].note`;
  if (part === 'target') return `items[${item}].${target}`;
  const inside =
    part === 'kind' ? '' : isNamed && rest.startsWith(`.${name}`) ? rest.slice(name.length + 1) : rest;
  return `items[${item}].changes.${name}${inside}`;
}

const issuesOf = ({ detail }: Failure): Issue[] => (detail as { issues?: Issue[] } | undefined)?.issues ?? [];

/** How many problems a message spells out; `detail.issues` has them all. */
const maxShown = 3;

function messageOf({ message }: Failure, issues: readonly Issue[], { name }: SentChange): string {
  if (issues.length === 0) return `${name}: ${message}`;
  const more = issues.length - maxShown;
  const shown = issues.slice(0, maxShown).map((issue) => `${issue.path}: ${issue.message}`);
  return `${shown.join('; ')}${more > 0 ? ` (and ${more} more)` : ''}`;
}

/** The errors of the changes of one item, as one; null if there are none. */
export function errorAsSent(failures: readonly { error: Failure; sent: SentChange }[]): Failure | null {
  const [first] = failures;
  if (!first) return null;
  const named = failures.map(({ error, sent }) => {
    const issues = issuesOf(error).map((issue) => ({ ...issue, path: asSent(issue.path, sent) }));
    return { issues, message: messageOf(error, issues, sent) };
  });
  const issues = named.flatMap((one) => one.issues);
  return {
    ...first.error,
    message: named.map(({ message }) => message).join(' '),
    ...(issues.length > 0 ? { detail: { ...(first.error.detail as object | undefined), issues } } : {}),
  };
}

// A repository as a sync uses it, over HTTP or on disk: list branches, fetch one, move one.
import { ApiError } from '../../core/errors.ts';

/** Maximum size of a repository: one response over HTTP, or its packs on disk. */
export const maxRepositoryBytes = 256 * 1024 * 1024;

export interface Remote {
  /** The commit of the branch, null if it doesn't exist, and the list of branches. */
  look(branch: string): Promise<{ head: string | null; branches: string[] }>;
  /**
   * Fetches a branch.
   * @param gitdir an empty repository that may receive it.
   * @returns the branch's current commit, and the repository to read it from.
   */
  fetch(branch: string, gitdir: string): Promise<{ head: string; objects: string }>;
  /**
   * Moves a branch.
   * @param from null: it doesn't exist.
   * @param to a commit in gitdir, with all its objects.
   * @returns false if the branch has moved meanwhile.
   * @throws ApiError if the repository refuses.
   */
  push(branch: string, from: string | null, to: string, gitdir: string): Promise<boolean>;
}

export const refused = (message: string): ApiError =>
  new ApiError('invalid', message, { issues: [{ path: 'remote', message }] });

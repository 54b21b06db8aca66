// A repository as a sync meets it, wherever it lies: what its branches are at, the objects of one, and moving one.
import { ApiError } from '../../core/errors.ts';

/** The most that a repository may bring: over HTTP in one answer, on disk in its packs. */
export const maxRepositoryBytes = 256 * 1024 * 1024;

export interface Remote {
  /** What the branch is at, null where it is not there, and which branches are. */
  look(branch: string): Promise<{ head: string | null; branches: string[] }>;
  /**
   * Makes what a branch holds readable.
   * @param gitdir an empty repository that may take it in.
   * @returns what the branch is at by now, and the repository to read it from.
   */
  fetch(branch: string, gitdir: string): Promise<{ head: string; objects: string }>;
  /**
   * Moves a branch.
   * @param from null: it is not there.
   * @param to a commit that lies in gitdir, with all that it brings.
   * @returns false where the branch stands elsewhere by now.
   * @throws Refusal where the repository refuses it.
   */
  push(branch: string, from: string | null, to: string, gitdir: string): Promise<boolean>;
}

export const refused = (message: string): ApiError =>
  new ApiError('invalid', message, { issues: [{ path: 'remote', message }] });

// Pointers of Git LFS: a few lines of text that a repository has in place of a large file. Git LFS itself isn't read, and a pointer must
// never be taken for the file.

/** The first line of every pointer (git-lfs, docs/spec.md). */
const beginning = 'version https://git-lfs.github.com/spec/v1';

export const isLfsPointer = (content: string | Uint8Array): boolean =>
  (typeof content === 'string'
    ? content.slice(0, beginning.length)
    : Buffer.from(content.subarray(0, beginning.length)).toString('latin1')) === beginning;

/** What to do about one. */
export const lfsAdvice =
  "This is a Git LFS pointer, not the file itself, and Git LFS isn't supported. Remove its path from .gitattributes, run `git add --renormalize .` and commit.";

// Files that wait until the person said what they share.
import { folderOf } from '../../ui/form/dropped-files.ts';

export interface FormFiles {
  files: readonly File[];
  /** The id of the collection that they go into; undefined: only into the library. */
  into: string | undefined;
}

/** The outermost folders that files were dropped or chosen with. */
export const foldersIn = (files: readonly File[]): string[] => [
  ...new Set(files.flatMap((file) => folderOf(file) ?? [])),
];

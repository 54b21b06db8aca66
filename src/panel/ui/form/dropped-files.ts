// The files of a drop, also those in dropped folders.

/** The folders that dropped files were in. */
const folders = new WeakMap<File, string>();

/** The outermost folder that a file was dropped or chosen with; null: none. */
export function folderOf(file: File): string | null {
  const chosenIn = file.webkitRelativePath.split('/');
  return folders.get(file) ?? (chosenIn.length > 1 ? (chosenIn[0] ?? null) : null);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileIn = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Browsers hand out a folder's entries a hundred at a time, until there are none. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Files that the system keeps in folders for itself. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'Thumbs.db';

async function filesIn(entry: FileSystemEntry, folder: string | null): Promise<File[]> {
  if (isHidden(entry.name)) return [];
  if (isFile(entry)) {
    const file = await fileIn(entry);
    if (folder !== null) folders.set(file, folder);
    return [file];
  }
  if (!isFolder(entry)) return [];
  const found: File[] = [];
  for (const inner of await entriesIn(entry)) found.push(...(await filesIn(inner, folder ?? entry.name)));
  return found;
}

/** Called while the drop is handled: what it carries is gone afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  return Promise.all(
    found.map(({ entry, file }) =>
      entry?.isDirectory ? filesIn(entry, null) : Promise.resolve(file ? [file] : []),
    ),
  ).then((files) => files.flat());
}

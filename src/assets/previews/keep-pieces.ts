// Keeps what a preview has beside its picture: files beside the renditions, and the rest in the database.
import type { Service } from '../../core/service.ts';
import { renditionKey } from '../../core/storage/contract.ts';
import {
  keptAs,
  pieceNames,
  type PieceName,
  type Previewer,
  type PreviewPieces,
} from '../metadata/previewers.ts';
import { savePieces } from './previews.ts';

/** Where a piece is kept: it goes with the file's renditions. */
export const pieceKey = (sha256: string, previewer: Previewer, piece: PieceName): string =>
  renditionKey(sha256, `${piece}-${keptAs(previewer)}`);

/** @param made null: there are none, and they aren't made again */
export async function keepPieces(
  { db, storage }: Service,
  file: { sha256: string; mime: string },
  previewer: Previewer,
  made: PreviewPieces | null,
): Promise<void> {
  for (const name of pieceNames) {
    const bytes = made?.[name];
    if (bytes) await storage.put(pieceKey(file.sha256, previewer, name), bytes);
  }
  await savePieces(db, file, previewer, made);
}

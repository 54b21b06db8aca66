// A service whose previews are drawn, and whose texts are read, by the tests alone; and how its files and what is drawn of them are reached.
import { afterAll, expect } from '@jest/globals';
import { closeDecoders } from '../../src/lib/decoders/pool.ts';
import { fileBytes } from '../assets/library.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

export interface Filed {
  id: string;
  mime: string;
  width: number | null;
  height: number | null;
  probe: Record<string, unknown>;
}

/** Starts the service; it ends with the file that called this. */
export async function startFiling() {
  const workspace = await startWithWorkspace();
  const { marque, asEditor, reader } = workspace;
  marque.service.jobs = { send: () => Promise.resolve(), ready: () => true };
  afterAll(async () => {
    await marque.close();
    closeDecoders();
  });
  return {
    ...workspace,
    file: async (
      bytes: Buffer,
      filename: string,
      mime = 'application/octet-stream',
      meta: Record<string, unknown> = {},
    ): Promise<Filed> => {
      const { status, body } = await fileBytes(marque, asEditor, bytes, { filename, mime, ...meta });
      expect(status).toBe(201);
      return body.data as Filed;
    },
    preview: async (id: string) =>
      (await marque.call('GET', `/api/v1/assets/${id}/preview`, { as: reader })).body.data as Record<
        string,
        unknown
      >,
    rendition: (id: string, transform: string) =>
      marque.call('GET', `/api/v1/assets/${id}/content/${transform}`, { as: reader }),
  };
}

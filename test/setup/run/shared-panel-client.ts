// How a test file gets at the service that browser tests share (shared-panel.ts).
import { request } from 'node:http';
import type { PanelService } from '../panel-service.ts';

/** Name of the environment variable that passes where to ask for it to the workers. */
export const sharedPanelVariable = 'MARQUE_TEST_SHARED_PANEL';

export interface SharedPanelService extends PanelService {
  /** The address of the first account. */
  operator: string;
}

/** Waits until it's there; it stays when this file is done. */
export async function sharedPanelService(): Promise<SharedPanelService> {
  const answer = await new Promise<string>((resolve, reject) => {
    // Not fetch(), which gives up after five minutes: the first one may wait for a build.
    request(process.env[sharedPanelVariable] ?? '', (response) => {
      let text = '';
      response.on('data', (piece) => (text += String(piece)));
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    })
      .on('error', reject)
      .end();
  });
  const service = JSON.parse(answer) as Pick<SharedPanelService, 'url' | 'databaseUrl' | 'operator'>;
  return { ...service, output: () => '', close: () => Promise.resolve() };
}

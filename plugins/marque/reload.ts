// `next dev` loads the app's config again when a source file of it changes. Payload keeps its instance, gives it the new config, and doesn't
// call `onInit` again. The new config came with new copies of modules, Marque's or the app's, which know nothing of what the old ones run:
// so the service is started again from the new ones, and the old one is closed.
import type { Config, Payload } from 'payload';
import { attachedService, attachService, isOwnProcess, type Service } from '../../src/core/service.ts';

/** Starts the service as a config has it. */
export type Starter = (payload: Payload) => Promise<Service>;

const property = 'marqueStart';

/** `custom` of a config with what starts the service from it. */
export const withStarter = (custom: Config['custom'], start: Starter): NonNullable<Config['custom']> => ({
  ...custom,
  [property]: start,
});

const starterOf = ({ config }: Payload): Starter | undefined =>
  config.custom?.[property] as Starter | undefined;

interface Adapter {
  connect: (options?: { hotReload?: boolean }) => Promise<void>;
}

/**
 * Follows what Payload does when its config is loaded again: it connects its adapter again, and waits for that. Marque's own server keeps
 * the service that it has started.
 */
export function followReloads(payload: Payload): void {
  if (process.env.NODE_ENV === 'production' || isOwnProcess()) return;
  const adapter = payload.db as unknown as Adapter;
  const connect = adapter.connect.bind(adapter);
  let current = starterOf(payload);
  adapter.connect = async (options) => {
    await connect(options);
    const start = starterOf(payload);
    // Next says that something has changed for any file; the config may be the one that there was.
    if (!options?.hotReload || start === current) return;
    current = start;
    await replaceService(payload, start);
  };
}

/** Never throws: Payload would wait for the end of its reload for ever. */
async function replaceService(payload: Payload, start: Starter | undefined): Promise<void> {
  const old = attachedService(payload);
  try {
    if (start) await start(payload);
    else attachService(payload, null);
  } catch (error) {
    payload.logger.error({ err: error }, 'Marque could not start again with the changed config.');
    attachService(payload, null);
  }
  // What is open on it, such as a running job, may take a while to end; nobody has to wait for that.
  old?.close().catch((error: unknown) => {
    old.log.warn({ err: error }, 'could not close what ran before the config changed');
  });
}

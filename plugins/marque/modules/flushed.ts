// Counters are kept in memory and written now and then: the last ones when the process stops.
import type { Service } from '../../../src/core/service.ts';

/** What stops a counter: its timer first, then one last write. A failure is logged and doesn't keep the process from stopping. */
export function flushed(
  service: Service,
  stopTimer: () => void,
  flush: (service: Service) => Promise<void>,
): () => Promise<void> {
  return async () => {
    stopTimer();
    await flush(service).catch((error: unknown) => {
      service.log.warn({ err: error }, 'could not save the last counters');
    });
  };
}

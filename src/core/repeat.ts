// Work that a process repeats as long as it runs, such as saving what it has counted.
import type { Service } from './service.ts';

/**
 * Repeats work. A failure is logged, and the work tried again the next time.
 *
 * @param failure what the log says.
 * @returns stops it.
 */
export function repeat(
  service: Service,
  everyMs: number,
  work: () => Promise<unknown>,
  failure: string,
): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => {
      service.log.warn({ err: error }, failure);
    });
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

// A call that waits for the next change, whichever it is. What is committed between two waits ends the second one at once.
import type { Viewer } from './visible-events.ts';

export class EventWatch {
  private isDue = false;
  private isEnded = false;
  private wake: (() => void) | null = null;

  /** @param onEnd called once */
  constructor(
    readonly viewer: Pick<Viewer, 'kind' | 'id'>,
    signal: AbortSignal,
    private readonly onEnd: (watch: EventWatch) => void,
  ) {
    signal.addEventListener('abort', () => this.end(), { once: true });
  }

  /** Something was committed. */
  notify(): void {
    this.isDue = true;
    this.wake?.();
  }

  /** Waits until something is committed. @returns false if nothing was in that time, or there's no use in waiting */
  async next(ms: number): Promise<boolean> {
    if (!this.isDue && !this.isEnded && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = null;
    }
    const isNews = this.isDue && !this.isEnded;
    this.isDue = false;
    return isNews;
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.wake?.();
    this.onEnd(this);
  }
}

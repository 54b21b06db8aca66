// Counts checks, and prints a line for each.

export class Tally {
  passed = 0;
  failed = 0;

  /** Runs a check, and counts it as failed if it throws. @returns false then */
  async check(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const began = Date.now();
    try {
      await work();
    } catch (error) {
      this.failed += 1;
      console.log(
        `✗ ${name}\n  ${(error instanceof Error ? error.message : String(error)).replaceAll('\n', '\n  ')}`,
      );
      return false;
    }
    this.passed += 1;
    const seconds = (Date.now() - began) / 1000;
    console.log(`✓ ${name}${seconds < 1 ? '' : ` (${seconds.toFixed(0)} s)`}`);
    return true;
  }

  /** The same for a step that everything after it needs. @throws Error if it fails */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done: T[] = [];
    if (!(await this.check(name, async () => done.push(await work())))) throw new StepFailed(name);
    return done[0] as T;
  }
}

/** It was counted and printed already. */
export class StepFailed extends Error {}

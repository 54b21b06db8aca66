// How a parser's time grows with its input: run with inputs doubled five times, best of up to five runs each.
// `npm run fuzz` gives the young generation of the heap 256 MB. With the usual 16 MB, any parser's time triples at the size where its result
// no longer fits, and that looks like quadratic growth.

export interface Parser<Input = unknown> {
  name: string;
  /** An input of about `size` characters, created before the clock starts. */
  input: (size: number) => Input | Promise<Input>;
  /** Parses it; a refused input counts as parsed. */
  read: (input: Input) => unknown;
  /** Of the first input, in characters. */
  start?: number;
}

/** A text of about this size, made of a pattern that takes its position as a number. */
export const repeated = (size: number, pattern: (at: number) => string): string => {
  const parts: string[] = [];
  for (let length = 0, at = 0; length < size; at += 1) {
    const part = pattern(at);
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
};

export const parser = <Input>(one: Parser<Input>): Parser => one as Parser;

export interface Growth {
  name: string;
  sizes: number[];
  /** Milliseconds, the best of all runs. */
  times: number[];
  /**
   * How much the time grows for twice the input, at the end: the mean over up to two measurable doublings.
   */
  worst: number;
}

const doublings = 5;
/**
 * Further doublings if one alone looks too steep: it may include a garbage collection, while quadratic growth
 * persists.
 */
const furtherDoublings = 2;
const tries = 5;
/** For inputs that take long. */
const fewestTries = 3;
/**
 * More than this for twice the input is more than linear with a logarithm, and less than quadratic only by
 * noise.
 */
export const steepest = 3;
/** Below this, in milliseconds, the machine is measured as much as the parser. */
const measurable = 10;
/** A parser that takes this long at one size isn't tried at the next. */
const enough = 150;
/** Nothing is repeated after this long. */
const tooLong = 20 * enough;

async function timeOf(one: Parser, input: unknown): Promise<number> {
  // Processor time, not wall time: other load on the machine isn't the parser's.
  const began = process.cpuUsage();
  try {
    await one.read(input);
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** How much the time grew for twice the input, over up to two doublings at the end, and over how many. */
function growthAtEnd(times: readonly number[]): { steps: number; factor: number } {
  const from = times.findIndex((time) => time >= measurable);
  const steps = from < 0 ? 0 : Math.min(2, times.length - 1 - from);
  const [before = 0, last = 0] = [times.at(-1 - steps), times.at(-1)];
  return { steps, factor: steps === 0 ? 0 : (last / before) ** (1 / steps) };
}

export async function growthOf(one: Parser): Promise<Growth> {
  const sizes: number[] = [];
  const times: number[] = [];
  for (let doubling = 0; doubling <= doublings + furtherDoublings; doubling += 1) {
    const { steps, factor } = growthAtEnd(times);
    if (doubling > doublings && (steps !== 1 || factor <= steepest)) break;
    const size = (one.start ?? 8000) * 2 ** doubling;
    const input = await one.input(size);
    let best = Infinity;
    let spent = 0;
    for (let attempt = 0; attempt < tries && best > 0; attempt += 1) {
      const time = await timeOf(one, input);
      best = Math.min(best, time);
      spent += time;
      // Any run may include a garbage collection, so a long one is repeated as well.
      if (spent > (attempt + 1 < fewestTries ? tooLong : enough)) break;
    }
    sizes.push(size);
    times.push(best);
    // One measured doubling isn't enough, if there can be another.
    if (best > enough && (growthAtEnd(times).steps === 2 || best > tooLong)) break;
  }
  return { name: one.name, sizes, times, worst: growthAtEnd(times).factor };
}

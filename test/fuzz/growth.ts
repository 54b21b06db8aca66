// How a parser's time grows with its input: driven with inputs doubled five times, best of five each.

export interface Parser<Input = unknown> {
  name: string;
  /** An input of about `size` characters, made before the clock runs. */
  input: (size: number) => Input | Promise<Input>;
  /** Reads it; what it refuses counts as read. */
  read: (input: Input) => unknown;
  /** Of the first input, in characters. */
  start?: number;
}

/** Text of about a size, of a pattern that takes its place as a number. */
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
  /** Milliseconds, best of five. */
  times: number[];
  /** By how much the time grows for twice the input, at the end: the mean over up to two doublings that could be measured. */
  worst: number;
}

const doublings = 5;
/** Added where one doubling alone looks too steep: a collection of garbage can fall into it, quadratic growth goes on. */
const furtherDoublings = 2;
const tries = 5;
/** Over this for twice the input is more than linear with a logarithm, and less than quadratic by no more than noise. */
export const steepest = 3;
/** What is shorter is measured as much by the machine as by the parser, in milliseconds. */
const measurable = 10;
/** A parser that takes so long at one size isn't tried at the next. */
const enough = 150;

async function timeOf(one: Parser, input: unknown): Promise<number> {
  // Processor time, not the clock's: what else the machine does is not the parser's.
  const began = process.cpuUsage();
  try {
    await one.read(input);
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** By how much the time grew for twice the input, over up to two doublings at the end, and over how many. */
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
      best = Math.min(best, await timeOf(one, input));
      // One look tells enough of what takes long.
      if ((spent += best) > enough) break;
    }
    sizes.push(size);
    times.push(best);
    // One doubling that was measured isn't enough to tell, if another can be waited for.
    if (best > enough && (growthAtEnd(times).steps === 2 || best > 20 * enough)) break;
  }
  return { name: one.name, sizes, times, worst: growthAtEnd(times).factor };
}

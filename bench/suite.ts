// What a suite is given and returns: one row per measurement, with its target.

export interface SuiteOptions {
  rounds: number;
  seconds: number;
  /** Assets in the library, for the suites whose speed depends on it. */
  assets: number;
  /** Of the panel's suite: the only part that is measured, by its name. */
  only?: string;
}

export interface SuiteResult {
  rows: Row[];
  /** Version of the measured database. */
  postgres: string;
}

/** One line of the result. */
export interface Row {
  name: string;
  ours: number;
  reference: number | null;
  unit: string;
  /** What `ratio` means: ours divided by the reference, higher is better. */
  ratio: number | null;
  target: string;
  ok: boolean;
}

/** A row that must not exceed `most`. */
export function atMost(name: string, ours: number, most: number, unit: string): Row {
  return { name, ours, reference: null, unit, ratio: null, target: `≤ ${most}`, ok: ours <= most };
}

/** A row of requests per second that must reach `least`. */
export function atLeast(name: string, ours: number, least: number): Row {
  return { name, ours, reference: null, unit: '/s', ratio: null, target: `≥ ${least}`, ok: ours >= least };
}

/** A row of requests per second that must reach a share of the reference's. */
export function beside(name: string, measured: { ours: number; reference: number }, least: number): Row {
  const ratio = measured.ours / measured.reference;
  return { name, ...measured, unit: '/s', ratio, target: `≥ ${least * 100} %`, ok: ratio >= least };
}

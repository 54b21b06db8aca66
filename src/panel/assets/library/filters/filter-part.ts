// A filter that the library offers, with its values and what is chosen of them.

export interface FilterOption {
  value: string;
  /** What it's called; left out where `nameOf` says it. */
  name?: string;
  /** How many of the results have it. */
  count?: number;
}

/** What the address has once values are chosen. */
export const addressOf = ({ name, write }: FilterPart, values: readonly string[]): Record<string, string[]> =>
  write?.(values) ?? { [name]: [...values] };

export interface FilterPart {
  /** Its name in the address. */
  name: string;
  label: string;
  chosen: readonly string[];
  /** Empty: it's only shown where it's chosen. */
  options: readonly FilterOption[];
  nameOf: (value: string) => string;
  /** One value at most. */
  single?: true;
  /** The value is a range of days or numbers, which can also be given by its ends. */
  range?: 'date' | 'number';
  /** The values are colors, as six hex digits. */
  colors?: true;
  /** What the address has for values, where that is more than one parameter. */
  write?: (values: readonly string[]) => Record<string, string[]>;
  /** Reads the options as they are without this filter. Undefined where each value narrows the results further, as tags do. */
  load?: (signal: AbortSignal) => Promise<readonly FilterOption[]>;
}

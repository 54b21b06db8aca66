// Values as numbers, so that a column stores each value once.

/** Numbers values in the order in which they are first added. */
export class Dictionary<T> {
  /** Values by number. */
  readonly values: T[] = [];
  private readonly numbers = new Map<T, number>();

  /** The number of a value, which is added if it's new. */
  numberOf(value: T): number {
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.values.length;
      this.values.push(value);
      this.numbers.set(value, number);
    }
    return number;
  }

  /** The number of a value; -1 if it was never added. */
  find(value: T): number {
    return this.numbers.get(value) ?? -1;
  }
}

// Work that isn't waited for longer than some time.

/** The result of `work`, or that of `late` after `ms`, which may throw. The work goes on. */
export async function within<T, Late>(ms: number, work: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

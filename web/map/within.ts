/** What a promise answers, if it does in time. @throws a TimeoutError when it takes longer, in ms; else what it throws */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException(`no answer after ${ms} ms`, 'TimeoutError')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

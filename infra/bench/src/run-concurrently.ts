/** Processes all items in order, with limited concurrency. */
export const runConcurrently = async <Item>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const queue = items.values()
  const processQueue = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, processQueue))
}

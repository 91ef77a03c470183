/** Runs `work` for each item with limited concurrency; results keep the order of the items. */
export async function inParallel<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as Item, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

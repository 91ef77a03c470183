const works = new Set<() => void>()

process.once('exit', () => {
  for (const work of works) work()
})

/** Runs `work` when this process exits, in the order of the calls; returns a function that cancels it. */
export function atExit(work: () => void): () => void {
  works.add(work)
  return () => works.delete(work)
}

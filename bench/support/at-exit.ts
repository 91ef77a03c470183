const works = new Set<() => void>()

process.once('exit', () => {
  for (const work of works) work()
})

/** Does something when this process ends, in the order of the calls; returns the way to leave it. */
export function atExit(work: () => void): () => void {
  works.add(work)
  return () => works.delete(work)
}

import { type Stoa, spaced, subscribeToQueue } from '@stoa/store'

/** Tells how much waits in a community's queue, as far as its first page tells, now and after each change; returns the end. */
export function watchWaiting(stoa: Stoa, tokenName: string, onCount: (count: number) => void): () => void {
  let isOver = false
  const read = () =>
    void stoa.client.call('queueList', { tokenName }).then(
      ({ items }) => isOver || onCount(items.length),
      // Without it the tab has no number.
      () => {},
    )
  read()
  const reading = spaced(read)
  const stop = subscribeToQueue(stoa, {
    onChange: (event) => event.tokenName === tokenName && event.change !== 'claimed' && reading.want(),
    onGap: reading.want,
  })
  return () => {
    isOver = true
    reading.end()
    stop()
  }
}

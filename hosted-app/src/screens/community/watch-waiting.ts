import { type Stoa, spaced, subscribeToQueue } from '@stoa/store'

/**
 * Reports the number of items in a community's queue, up to one page, now and after each change. Returns a function
 * that stops it.
 */
export function watchWaiting(stoa: Stoa, tokenName: string, onCount: (count: number) => void): () => void {
  let isOver = false
  const read = () =>
    void stoa.client.call('queueList', { tokenName }).then(
      ({ items }) => isOver || onCount(items.length),
      // Then the tab shows no number.
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

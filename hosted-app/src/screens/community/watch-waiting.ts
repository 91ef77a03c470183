import { type Stoa, subscribeToQueue } from '@stoa/store'

/**
 * Reports the number of items in a community's queue, up to its first page, now and after each change; returns a
 * function that stops it.
 */
export function watchWaiting(stoa: Stoa, tokenName: string, onCount: (count: number | null) => void): () => void {
  let isOver = false
  const read = () =>
    void stoa.client.call('queueList', { tokenName }).then(
      ({ items }) => isOver || onCount(items.length || null),
      // Without it the tab has no number.
      () => {},
    )
  read()
  const stop = subscribeToQueue(stoa, {
    onChange: (event) => event.tokenName === tokenName && event.change !== 'claimed' && read(),
    onGap: read,
  })
  return () => {
    isOver = true
    stop()
  }
}

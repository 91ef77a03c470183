import type { CallInput, CallOutput } from '@stoa/contract'
import { type Stoa, spaced, subscribeToQueue } from '@stoa/store'

/** Tells how much waits in a community's queue, as far as its first page tells, now and after each change; returns the end. */
export function watchWaiting(stoa: Stoa, tokenName: string, onCount: (count: number) => void): () => void {
  return watchQueue(stoa, { tokenName }, ({ items }) => onCount(items.length))
}

/** Tells the first page of a community's queue, or of all that the viewer moderates, now and after each change; returns the end. */
export function watchQueue(
  stoa: Stoa,
  asked: Pick<CallInput<'queueList'>, 'tokenName' | 'limit'>,
  onPage: (page: CallOutput<'queueList'>) => void,
): () => void {
  const { tokenName } = asked
  let isOver = false
  const read = () =>
    void stoa.client.call('queueList', asked).then(
      (page) => isOver || onPage(page),
      // Without it there are no numbers.
      () => {},
    )
  read()
  const reading = spaced(read)
  const stop = subscribeToQueue(stoa, {
    onChange: (event) =>
      (tokenName === undefined || event.tokenName === tokenName) && event.change !== 'claimed' && reading.want(),
    onGap: reading.want,
  })
  return () => {
    isOver = true
    reading.end()
    stop()
  }
}

import type { CallInput, CallOutput } from '@stoa/contract'
import { type Stoa, subscribeToQueue, throttle } from '@stoa/store'

/**
 * Reports the number of items on the first page of a community's queue, now and after changes. Returns the stop
 * function.
 */
export function watchQueueLength(stoa: Stoa, tokenName: string, onCount: (count: number) => void): () => void {
  return watchQueue(stoa, { tokenName }, ({ items }) => onCount(items.length))
}

/**
 * Reports the first page of a community's queue, or of all that the viewer moderates, now and after changes. Returns
 * the stop function.
 */
export function watchQueue(
  stoa: Stoa,
  input: Pick<CallInput<'queueList'>, 'tokenName' | 'limit'>,
  onPage: (page: CallOutput<'queueList'>) => void,
): () => void {
  const { tokenName } = input
  let isOver = false
  const read = () =>
    void stoa.client.call('queueList', input).then(
      (page) => isOver || onPage(page),
      // On failure there are no numbers.
      () => {},
    )
  read()
  const reading = throttle(read)
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

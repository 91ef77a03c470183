/** Begins a piece of work, now or a little later. */
export type OneByOne = (work: () => void) => void

/**
 * Begins one piece of work in each turn of the event loop, in the order they came. Of many that come at once, Node would
 * otherwise begin all before it looks at another connection: whoever reads there would wait for the sum of them.
 */
export function createOneByOne(): OneByOne {
  const waiting: (() => void)[] = []

  function begin() {
    const work = waiting.shift()
    if (waiting.length > 0) setImmediate(begin)
    work?.()
  }

  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(begin)
  }
}

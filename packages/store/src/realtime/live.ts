import type { Realtime } from '@stoa/client/realtime'
import type { Stoa } from '../stoa.ts'
import { createUnsent } from '../writes/unsent.ts'
import { applyEvent, arrive } from './apply-event.ts'
import { catchUp, catchUpArticle } from './catch-up.ts'

export { applyEvent, catchUp }

/** How long news may have been under way: a clock that is off by less counts as right. */
const JITTER_MS = 500

/** The one live connection of an application, wired to its state. */
export async function createLive(stoa: Stoa): Promise<Realtime> {
  const { realtime: open } = stoa.options
  if (!open) throw new TypeError('There is no live connection to open.')
  const realtime = await open()
  stoa.part(createUnsent).onStranger((comment) => arrive(stoa, comment))
  // The viewer's facts have just been loaded when a page connects for the first time.
  let isAgain = false
  const endings = [
    realtime.onEvent((name, event) => {
      applyEvent(stoa, { name, ...event } as never)
      if ('articleUrl' in event) catchUpArticle(stoa, event.articleUrl)
    }),
    realtime.onGap(() => {
      catchUp(stoa, { isAgain })
      isAgain = true
    }),
    realtime.onTime((now) => {
      const clockAhead = now - stoa.clock()
      const isNews = Math.abs(clockAhead - stoa.state.getState().clockAhead) > JITTER_MS
      if (isNews) stoa.state.setState({ clockAhead })
    }),
    // The server sends to the rooms of the person that the connection began with.
    stoa.session?.onChange(() => realtime.reconnect()) ?? (() => {}),
  ]
  stoa.onDestroy(() => {
    for (const end of endings) end()
    realtime.close()
  })
  return realtime
}

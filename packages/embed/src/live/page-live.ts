import { randomId } from '@stoa/client'
import { createRealtime, type Realtime } from '@stoa/client/realtime'

/** The one live connection of a page to a forum. It is open while something watches. */
export interface PageLive {
  realtime: Realtime
  /** Whose connection it is from the next time on that it connects. Default: a visitor's. */
  identify(getToken: () => Promise<string | null>): void
  /** It has been connected before, so that it tells a newcomer of no gap. */
  wasConnected(): boolean
}

const lives = new Map<string, PageLive>()

/** The page's live connection to a forum: readers of a rendering, the elements themselves and counts share it. */
export function pageLive(url: string): PageLive {
  let live = lives.get(url)
  if (!live) {
    let token = async (): Promise<string | null> => null
    const realtime = createRealtime({ url, visitorId: randomId(), getToken: () => token() })
    let wasConnected = false
    realtime.onGap(() => {
      wasConnected = true
    })
    live = {
      realtime,
      wasConnected: () => wasConnected,
      identify(getToken) {
        token = getToken
      },
    }
    lives.set(url, live)
  }
  return live
}

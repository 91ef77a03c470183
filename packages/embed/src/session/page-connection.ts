import { randomId } from '@stoa/client'
import { createRealtime, type Realtime } from '@stoa/client/realtime'

/** A page's only live connection to a forum, open while something watches. */
export interface PageConnection {
  realtime: Realtime
  /** Sets the token for the next connect. Default: a visitor's. */
  identify(getToken: () => Promise<string | null>): void
}

const lives = new Map<string, PageConnection>()

/** The page's live connection to a forum, shared by all its elements. */
export function pageConnection(url: string): PageConnection {
  let live = lives.get(url)
  if (!live) {
    let token = async (): Promise<string | null> => null
    const realtime = createRealtime({ url, visitorId: randomId(), getToken: () => token() })
    live = {
      realtime,
      identify(getToken) {
        token = getToken
      },
    }
    lives.set(url, live)
  }
  return live
}

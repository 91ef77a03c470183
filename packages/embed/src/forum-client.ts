import { type Client, createSiteClient, readVisitorId, type Session } from '@stoa/client'
import { createAppCheck } from '@stoa/client/app-check'
import type { Realtime } from '@stoa/client/realtime'
import { pageLive } from './live/page-live.ts'

/** What a widget needs of the client once somebody takes part or the thread is live. */
export interface ForumClient extends Client {
  realtime(): Realtime
}

/** Makes the client of one forum for a page. */
export function createForumClient(url: string, session: Session): ForumClient {
  const visitorId = readVisitorId()
  const appCheck = createAppCheck({ client: createSiteClient({ baseUrl: url }) })
  return {
    ...createSiteClient({ baseUrl: url, visitorId, session, appCheck }),
    realtime() {
      const live = pageLive(url)
      live.identify(session.getAccessToken)
      // The page's, not this client's: it closes when nobody watches, and who still does is a visitor.
      return { ...live.realtime, close: () => live.identify(async () => null) }
    },
  }
}

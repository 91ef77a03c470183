import { type Client, createSiteClient, readVisitorId, type Session } from '@stoa/client'
import { createAppCheck } from '@stoa/client/app-check'
import type { Realtime } from '@stoa/client/realtime'
import { pageConnection } from './page-connection.ts'

/** The client with live connection, for hydrated elements. */
export interface ForumClient extends Client {
  realtime(): Realtime
}

/** Makes the client of one forum for a page. */
export function createForumClient(url: string, session: Session): ForumClient {
  const visitorId = readVisitorId()
  const appCheck = createAppCheck({ client: createSiteClient({ baseUrl: url, visitorId }) })
  const loadMore = async () => (await import('./moderation-routes.ts')).siteModerationRoutes
  return {
    ...createSiteClient({ baseUrl: url, visitorId, session, appCheck }, loadMore),
    realtime() {
      const live = pageConnection(url)
      live.identify(session.getAccessToken)
      // A connection that was opened for reading still belongs to a visitor.
      session.getAccessToken().then(
        (token) => token !== null && live.realtime.reconnect(),
        () => {},
      )
      // The page's connection closes when nothing watches it. Any remaining watcher gets a visitor's.
      return { ...live.realtime, close: () => live.identify(async () => null) }
    },
  }
}

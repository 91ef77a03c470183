import { type Client, createClient, readVisitorId, type Session } from '@stoa/client'
import { createAppCheck } from '@stoa/client/app-check'
import { createRealtime } from '@stoa/client/realtime'

/** What a widget needs of the client once somebody takes part or the thread is live. */
export interface ForumClient extends Client {
  realtime(): ReturnType<typeof createRealtime>
}

/** Makes the client of one forum for a page. */
export function createForumClient(url: string, session: Session): ForumClient {
  const visitorId = readVisitorId()
  const appCheck = createAppCheck({ client: createClient({ baseUrl: url }) })
  return {
    ...createClient({ baseUrl: url, visitorId, session, appCheck }),
    realtime: () => createRealtime({ url, visitorId, getToken: session.getAccessToken }),
  }
}

'use client'
import { createPartnerClient } from '@stoa/client/partner-client'
import { createPartnerSession } from '@stoa/client/partner-session'
import { ConnectedComments } from '@stoa/comments'
import { ConnectedPartnerLogin } from '@stoa/login/partner'
import { ConnectedPoll } from '@stoa/poll'
import { ConnectedPostFeed } from '@stoa/post-feed'
import { ConnectedPostView } from '@stoa/post-view'
import { ConnectedReactions } from '@stoa/reactions'
import { createStoa, feed, forumLinks } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'

const baseUrl = 'https://forum.example'
const postId = 'P'.repeat(20)
const session = createPartnerSession({ baseUrl })
const client = createPartnerClient({ baseUrl, session })
const stoa = createStoa({ client, session, realtime: client.realtime, links: forumLinks(baseUrl) })

/** Every component, as on a site with its own origin. */
export function Conversation() {
  return (
    <StoaProvider stoa={stoa}>
      <ConnectedPostFeed list={feed({ type: 'all', tokenName: 'FORUM' })} />
      <ConnectedPostView postId={postId} />
      <ConnectedPoll postId={postId} />
      <ConnectedReactions entityType="Post" entityId={postId} />
      <ConnectedComments postId={postId} />
      <ConnectedPartnerLogin session={session} />
    </StoaProvider>
  )
}

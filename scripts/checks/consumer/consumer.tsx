import { createClient, createSession, errorCode, readVisitorId } from '@stoa/client'
import { createAppCheck } from '@stoa/client/app-check'
import { createKyTransport } from '@stoa/client/ky'
import { createRealtime } from '@stoa/client/realtime'
import { ConnectedComments } from '@stoa/comments'
import {
  type CallInput,
  type CallOutput,
  type Community,
  canCreateComment,
  type Post,
  type Viewer,
} from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import type { ElementOptions, SignOn } from '@stoa/embed'
import { StoaComments } from '@stoa/embed/react'
import { ConnectedLogin } from '@stoa/login'
import { ConnectedPoll } from '@stoa/poll'
import { ConnectedPostFeed } from '@stoa/post-feed'
import { ConnectedPostView } from '@stoa/post-view'
import { ConnectedReactions } from '@stoa/reactions'
import { createStoa, feed } from '@stoa/store'
import { StoaProvider, usePost } from '@stoa/store/react'
import { Button, I18nProvider } from '@stoa/ui'

/** Examples of a partner's application; only type-checked. */
const baseUrl = 'https://forum.example'
const visitor = createClient({ baseUrl })
const session = createSession({ client: visitor })
const client = createClient({
  baseUrl,
  session,
  appCheck: createAppCheck({ client: visitor }),
  transport: createKyTransport({}),
})
const stoa = createStoa({ client, session })
const options: ElementOptions = { community: 'FORUM', theme: 'dark' }
const sso: SignOn = async () => null

function Title({ postId }: { postId: string }) {
  const post = usePost(postId)
  return <h1>{post?.title}</h1>
}

export function Page({ postId }: { postId: string }) {
  return (
    <I18nProvider locale="en" now={0}>
      <StoaProvider stoa={stoa}>
        <Title postId={postId} />
        <ConnectedPostView postId={postId} />
        <ConnectedReactions entityType="Post" entityId={postId} />
        <ConnectedPoll postId={postId} />
        <ConnectedComments postId={postId} initialSort="new" />
        <ConnectedPostFeed list={feed({ type: 'all', tokenName: 'FORUM' })} />
        <ConnectedLogin session={session} />
        <Button variant="primary" onClick={() => createRealtime({ url: baseUrl, visitorId: readVisitorId() })}>
          Listen
        </Button>
        <StoaComments {...options} sso={sso} onComment={(event) => event.detail.commentId} />
        <stoa-comments community="FORUM" page-size={20} onstoa-comment={(event) => event.detail.commentId} />
        {/* @ts-expect-error A reaction is on a post or a comment. */}
        <ConnectedReactions entityType="Poll" entityId={postId} />
      </StoaProvider>
    </I18nProvider>
  )
}

export async function comment(
  viewer: Viewer,
  { community, post }: { community: Community; post: Post },
): Promise<CallOutput<'commentCreate'> | null> {
  const input: CallInput<'commentCreate'> = { tokenName: 'FORUM', postId: post.id, content: 'Hello' }
  const facts = { ...post, approvePosts: community.approvePosts }
  if (!canCreateComment(viewer, { post: facts, replyTo: null }, Date.now()).allowed) return null
  calls.commentCreate.input.parse(input)
  try {
    return await client.call('commentCreate', input)
  } catch (error) {
    if (errorCode(error) === 'JOIN_REQUIRED') return null
    throw error
  }
}

// @ts-expect-error Types exist, and aren't `any`.
export const wrong: number = client.call('me', {})

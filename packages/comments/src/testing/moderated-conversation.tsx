import { type CallName, PAGE_SIZE, type QueueItem } from '@stoa/contract'
import { exampleMe, exampleQueue } from '@stoa/contract/fixtures'
import { createStoa, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts, ToastRegion } from '@stoa/ui'
import { useState } from 'react'
import { ConversationQueue } from '../moderation/conversation-queue.tsx'
import { useQueue } from '../moderation/use-queue.ts'

/** The server's responses, or the error to refuse with. */
export type Responses = Partial<Record<CallName, (input: Record<string, unknown>) => unknown>>

export interface ModeratedConversationProps {
  items?: readonly QueueItem[]
  responses?: Responses
  /** Live connection. Default: none. */
  realtime?: StoaOptions['realtime']
}

/** Items in an article's queue: a reported comment. */
export const exampleWaiting = exampleQueue.filter(({ kind, type }) => kind === 'reported' && type === 'Comment')

/** A conversation's queue, shown to a moderator signed in on a partner's site. */
export function ModeratedConversation({
  items = exampleWaiting,
  responses = {},
  realtime,
}: ModeratedConversationProps) {
  const [stoa] = useState(() => {
    const standing = (userId: unknown) => ({
      userId,
      tokenName: 'FORUM',
      isMember: true,
      isOwner: false,
      isModerator: false,
      isPartner: false,
      permissions: [],
      ban: null,
      contentHidden: false,
    })
    const allResponses: Responses = {
      queueList: () => ({
        items,
        cursor: null,
        hasMore: items.length > PAGE_SIZE,
        reasons: [{ title: 'Advertising', text: 'No advertisements, please.' }],
      }),
      queueDecide: ({ itemIds }) => ({
        decided: (itemIds as string[]).map((itemId) => ({ itemId, activityId: itemId })),
        refused: [],
      }),
      moderationUndo: ({ activityIds }) => ({ undone: activityIds, refused: [] }),
      communityStanding: ({ memberId }) => ({ standing: standing(memberId) }),
      userBan: ({ banUserId }) => ({ standing: standing(banUserId), activityId: 'B'.repeat(20) }),
      userWarn: () => ({ activityId: 'W'.repeat(20) }),
      ...responses,
    }
    const call = async (name: CallName, input: Record<string, unknown>) => allResponses[name]?.(input)
    const newStoa = createStoa({
      client: { call } as unknown as StoaOptions['client'],
      storage: null,
      ...(realtime && { realtime }),
    })
    newStoa.state.setState({ viewer: exampleMe({ tokenOwner: ['FORUM'], site: 'https://news.example' }) })
    return newStoa
  })
  return (
    <StoaProvider stoa={stoa}>
      <Conversation />
    </StoaProvider>
  )
}

function Conversation() {
  const [toasts] = useState(createToasts)
  const queue = useQueue({ tokenName: 'FORUM', postId: exampleWaiting[0]?.post?.id ?? '' })
  return (
    <>
      <ConversationQueue queue={queue} origin="https://forum.example" toasts={toasts} />
      <ToastRegion toasts={toasts} />
    </>
  )
}

import { isOwn } from '@stoa/contract'
import type { Follow } from '../state.ts'
import type { Stoa } from '../stoa.ts'
import { createSettler, type Settler } from './settler.ts'
import { withIntent } from './with-intent.ts'

/** Follows somebody, or no more. Whoever turns out to be that person after signing in follows nobody. */
export function follow(stoa: Stoa, change: { userId: string; follow: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'follow',
    tokenName: '',
    again: { action: 'follow', change },
    async run() {
      const { viewer } = stoa.state.getState()
      if (!isOwn(viewer ?? null, change.userId)) await setFollow(stoa, change)
    },
  })
}

function setFollow(stoa: Stoa, { userId, follow: wanted }: { userId: string; follow: boolean }): Promise<void> {
  return stoa.part(createFollowSettler).submit(userId, {
    kind: 'follow',
    apply: (shown) => withFollow(shown, wanted),
    isDone: ({ follows }) => follows === wanted,
    async send() {
      const answer = await stoa.client.call('userFollow', { followedUserId: userId, follow: wanted })
      return () => answer
    },
  })
}

/** The one settler of an application's follows. */
function createFollowSettler(stoa: Stoa): Settler<Follow> {
  return createSettler(stoa, {
    read: (userId) => stoa.state.getState().follows[userId] ?? { followers: 0 },
    write: (userId, shown) => stoa.state.setState(({ follows }) => ({ follows: { ...follows, [userId]: shown } })),
  })
}

function withFollow({ followers, follows }: Follow, wanted: boolean): Follow {
  if ((follows ?? false) === wanted) return { followers, follows: wanted }
  return { followers: Math.max(0, followers + (wanted ? 1 : -1)), follows: wanted }
}

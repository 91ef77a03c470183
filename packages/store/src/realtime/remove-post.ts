import { errorCode } from '@stoa/client'
import type { Stoa } from '../stoa.ts'

/** Takes a post out that is no longer there for this viewer; any other failure leaves it. */
export function removePost(stoa: Stoa, { postId, error }: { postId: string; error: unknown }): void {
  if (errorCode(error) !== 'POST_NOT_FOUND') return
  stoa.state.setState(({ posts, lists, fresh }) => {
    const { [postId]: _, ...rest } = posts
    const without = (ids: readonly string[]) => ids.filter((id) => id !== postId)
    return {
      posts: rest,
      lists: Object.fromEntries(
        Object.entries(lists).map(([key, list]) => [
          key,
          list.ids.includes(postId) ? { ...list, ids: without(list.ids), local: without(list.local) } : list,
        ]),
      ),
      fresh: Object.fromEntries(Object.entries(fresh).map(([key, ids]) => [key, without(ids)])),
    }
  })
}

import { feed, type ListQuery } from '@stoa/store'

/** What answers a post. */
export function responsesTo(postId: string): ListQuery {
  return feed({ type: 'responses', parentPostId: postId })
}

import { feed, type ListQuery } from '@stoa/store'

/** The list of responses to a post. */
export function responsesTo(postId: string): ListQuery {
  return feed({ type: 'responses', parentPostId: postId })
}

import type { CallOutput, Comment } from '@stoa/contract'

/** A thread read page by page. */
export interface WholeThread {
  /** Top-level comments in the order of the list, each followed by all its replies. */
  comments: Comment[]
  requests: number
}

/** Reads all pages of a thread and of its replies through the API, as a visitor. */
export async function readWholeThread(
  url: string,
  about: { postId: string; sort: string; limit?: number },
): Promise<WholeThread> {
  const { postId, sort, limit = 20 } = about
  const comments: Comment[] = []
  let requests = 0
  const pages = async function* (query: Record<string, string>) {
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
      requests += 1
      const search = new URLSearchParams({ ...query, limit: String(limit), ...(cursor ? { cursor } : {}) })
      const page: CallOutput<'commentList'> = await payload(`${url}/api/comments?${search}`)
      yield page.items
      cursor = page.cursor
    }
  }
  for await (const threads of pages({ type: 'post', postId, sort })) {
    for (const { replies, ...comment } of threads) {
      comments.push(comment)
      if (replies.hasMore) {
        for await (const items of pages({ type: 'replies', parentCommentId: comment.id })) comments.push(...items)
      } else comments.push(...replies.items)
    }
  }
  return { comments, requests }
}

async function payload<Payload>(address: string): Promise<Payload> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { payload: Payload }).payload
}

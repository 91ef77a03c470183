import { StoaError } from '@stoa/client'
import { CommentStatus, errors, PostStatus } from '@stoa/contract'
import { exampleComment, exampleMe, examplePost } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { putEntities } from '../cache.ts'
import { createStoa, type StoaOptions } from '../stoa.ts'
import { deleteComment } from './comments.ts'
import { approvePost, changePost } from './posts.ts'

const post = examplePost({ status: PostStatus.pending })

/** An application of a moderator with a pending post; the server sends these responses. */
function startWith(decide: () => Promise<unknown>) {
  const call = decide as unknown as StoaOptions['client']['call']
  const stoa = createStoa({ client: { call }, storage: null })
  stoa.state.setState({ viewer: exampleMe({ tokenPermissions: { [post.tokenName]: ['hidePremiumContent'] } }) })
  putEntities(stoa, { posts: { [post.id]: post } })
  return { stoa, status: () => stoa.state.getState().posts[post.id]?.status }
}

test('the post shows the decision', async () => {
  const { stoa, status } = startWith(async () => ({ post: { ...post, status: PostStatus.published } }))
  await approvePost(stoa, { postId: post.id, approve: true })
  expect(status()).toBe(PostStatus.published)
})

test('if somebody else decided first, the post shows their version and the refusal is reported', async () => {
  const details = { post: { ...post, status: PostStatus.published } }
  const refusal = new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details })
  const { stoa, status } = startWith(() => Promise.reject(refusal))
  await expect(approvePost(stoa, { postId: post.id, approve: false })).rejects.toBe(refusal)
  expect(status()).toBe(PostStatus.published)
})

test('a changed post shows the server’s version', async () => {
  const requests: unknown[] = []
  const client = {
    call: async (name: string, input: object) => {
      requests.push([name, input])
      return { post: { ...post, isPinned: true } }
    },
  } as unknown as StoaOptions['client']
  const stoa = createStoa({ client, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
  putEntities(stoa, { posts: { [post.id]: post } })
  await changePost(stoa, { call: 'postPin', postId: post.id, isPinned: true })
  expect(requests).toEqual([['postPin', { postId: post.id, tokenName: post.tokenName, isPinned: true }]])
  expect(stoa.state.getState().posts[post.id]?.isPinned).toBe(true)
})

test('a deleted comment becomes a placeholder and is no longer counted, unless that is refused', async () => {
  const comment = exampleComment('newt', { postId: post.id })
  const placeholder = { ...comment, content: null, publisherId: '', status: CommentStatus.hiddenByPublisher }
  const refusal = new StoaError('COMMENT_REPORTED', errors.COMMENT_REPORTED)
  let respond = (): Promise<unknown> => Promise.reject(refusal)
  const { stoa } = startWith(() => respond())
  putEntities(stoa, { posts: { [post.id]: { ...post, numComments: 3 } }, comments: { [comment.id]: comment } })
  const state = () => {
    const { comments, posts } = stoa.state.getState()
    return [comments[comment.id], posts[post.id]?.numComments]
  }
  await expect(deleteComment(stoa, { commentId: comment.id })).rejects.toBe(refusal)
  expect(state()).toEqual([comment, 3])
  respond = async () => ({ comment: placeholder })
  await deleteComment(stoa, { commentId: comment.id })
  expect(state()).toEqual([placeholder, 2])
})

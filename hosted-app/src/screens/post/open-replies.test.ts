import { exampleComment, exampleId } from '@stoa/contract/fixtures'
import { createStoa, type ListQuery, listOf, loadMore, postComments, putThread, repliesOf } from '@stoa/store'
import { beforeEach, expect, test } from 'vitest'
import { keepReplies, reopenReplies } from './open-replies.ts'

beforeEach(() => sessionStorage.clear())

const TOP = exampleId(1, 'c')
const REPLIES = Array.from({ length: 60 }, (_, index) =>
  exampleComment('otter', { id: exampleId(100 + index, 'c'), parentCommentId: TOP }),
)

/** An app showing a comment with the first five of sixty replies. */
function start() {
  const inputs: { limit: number; cursor: string }[] = []
  const page = (from: number, limit: number) => ({
    items: REPLIES.slice(from, from + limit),
    cursor: String(from + limit),
    hasMore: from + limit < REPLIES.length,
  })
  const call = async (_: string, input: { limit: number; cursor: string }) => {
    inputs.push(input)
    return page(Number(input.cursor), input.limit)
  }
  const stoa = createStoa({ client: { call: call as never }, storage: null })
  const thread = putThread(stoa, {
    article: { community: 'FORUM', url: 'https://news.example/a' },
    payload: {
      articleUrl: 'https://news.example/a',
      community: { tokenName: 'FORUM', title: 'Forum', urlSlug: 'forum', anonymousComments: true },
      post: null,
      comments: {
        items: [{ ...exampleComment('wren', { id: TOP, numComments: 60 }), replies: page(0, 5) }],
        cursor: null,
        hasMore: false,
      },
    },
  })
  const list: ListQuery = postComments(thread.postId)
  return { stoa, list, inputs, visibleCount: () => listOf(stoa, repliesOf(TOP)).ids.length }
}

test('expanded replies are restored with as few requests as possible, for their history entry only', async () => {
  const before = start()
  await loadMore(before.stoa, repliesOf(TOP))
  await loadMore(before.stoa, repliesOf(TOP))
  keepReplies(before.stoa, { list: before.list, entry: 'one' })

  const after = start()
  expect(await reopenReplies(after.stoa, { list: after.list, entry: 'one' })).toBe(true)
  expect([after.visibleCount(), after.inputs.map(({ limit }) => limit)]).toEqual([45, [40]])

  const other = start()
  expect(await reopenReplies(other.stoa, { list: other.list, entry: 'two' })).toBe(false)
  expect([other.visibleCount(), other.inputs]).toEqual([5, []])
})

test('without expanded replies nothing is stored, and invalid stored data is ignored', async () => {
  const { stoa, list, inputs } = start()
  keepReplies(stoa, { list, entry: 'one' })
  expect(sessionStorage.getItem('stoa.replies')).toBe('{}')
  for (const nonsense of ['null', '[', '7', '{"one":null}', '{"one":{"x":9}}']) {
    sessionStorage.setItem('stoa.replies', nonsense)
    expect(await reopenReplies(stoa, { list, entry: 'one' })).toBe(false)
    keepReplies(stoa, { list, entry: 'one' })
  }
  expect(inputs).toEqual([])
})

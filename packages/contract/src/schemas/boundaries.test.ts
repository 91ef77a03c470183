// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { CallName } from '../entities.ts'
import * as limits from '../limits.ts'
import { type Call, calls, limit, newTokenName, postDocument, text } from './index.ts'

const ID = 'A'.repeat(20)
const PASSWORD = 'Aa1!'

/** A valid input in which one field is replaced by other values. */
function acceptsField(name: keyof typeof calls, input: Record<string, unknown>) {
  return (field: string, value: unknown): boolean => calls[name].input.safeParse({ ...input, [field]: value }).success
}

const comment = acceptsField('commentCreate', { tokenName: 'FORUM', postId: ID, content: 'x' })
const hide = acceptsField('commentDelete', { tokenName: 'FORUM', commentId: ID, hidden: true })
const post = acceptsField('postCreate', { tokenName: 'FORUM', title: 'x', postContent: '[]' })
const vote = acceptsField('postVote', { postId: ID, selectedOptionIndex: 0 })
const signUp = acceptsField('authSignUp', { username: 'abc', email: 'a@b.co', password: `${PASSWORD}xxxx` })
const counts = acceptsField('articleCounts', { community: 'FORUM', articles: [{ url: 'https://a.example' }] })

/** Bytes of a schema's longest JSON, without escaping. */
function longest(schema: z.core.JSONSchema.BaseSchema): number {
  const { anyOf, properties, items } = schema
  if (anyOf) return Math.max(...anyOf.map((one) => longest(one as typeof schema)))
  const fields = Object.entries(properties ?? {}) as [string, typeof schema][]
  if (fields.length > 0) return fields.reduce((sum, [name, field]) => sum + name.length + 4 + longest(field), 2)
  if (items) return (schema.maxItems ?? 0) * (longest(items as typeof schema) + 1) + 2
  return (schema.maxLength ?? 20) + 2
}

const paragraph = (text: string) => ({ type: 'paragraph', data: { text } })
const list = (items: unknown[]) => ({ type: 'list', data: { style: 'ordered', items } })
const isDocument = (...blocks: unknown[]) => postDocument.safeParse({ blocks }).success
/** `rows` rows with as many cells. */
const table = (rows: number, cells: number) => ({
  type: 'table',
  data: { content: Array.from({ length: rows }, () => Array<string>(cells).fill('x')) },
})
/** That many items in lists of five hundred, every second one nested. */
const lists = (number: number) =>
  Array.from({ length: Math.ceil(number / 500) }, (_, index) => {
    const pairs = Math.min(500, number - index * 500)
    const items = Array.from({ length: Math.ceil(pairs / 2) }, (__, at) => ({
      content: 'x',
      items: at * 2 + 1 < pairs ? [{ content: 'y', items: [] }] : [],
    }))
    return list(items)
  })

const options = (number: number) => Array.from({ length: number }, (_, index) => `Option ${index}`)
const email = (length: number) => {
  const host = `@${'b'.repeat(Math.min(200, length - 8))}.example`
  return `${'a'.repeat(length - host.length)}${host}`
}

describe('one below the limit, the limit, one above', () => {
  test.each([
    ['a comment', limits.COMMENT_MAX_LENGTH, (n: number) => comment('content', 'x'.repeat(n))],
    ['a comment of emoji', limits.COMMENT_MAX_LENGTH, (n: number) => comment('content', '😀'.repeat(n))],
    [
      'a comment in two code points each',
      limits.COMMENT_MAX_LENGTH,
      (n: number) => comment('content', 'e\u0301'.repeat(n)),
    ],
    [
      'an edited comment',
      limits.COMMENT_MAX_LENGTH,
      (n: number) => acceptsField('commentEdit', { tokenName: 'FORUM', commentId: ID })('content', 'x'.repeat(n)),
    ],
    [
      'an anonymous comment',
      limits.COMMENT_MAX_LENGTH,
      (n: number) => acceptsField('commentAnonymous', { tokenName: 'FORUM', postId: ID })('content', 'x'.repeat(n)),
    ],
    [
      'a moderator’s reason in their own words',
      limits.DECISION_REASON_MAX_LENGTH,
      (n: number) => hide('reasonText', 'x'.repeat(n)),
    ],
    ['a title', limits.POST_TITLE_MAX_LENGTH, (n: number) => post('title', 'x'.repeat(n))],
    ['the content of a post', limits.POST_CONTENT_MAX_LENGTH, (n: number) => post('postContent', 'x'.repeat(n))],
    ['blocks of a post', limits.POST_MAX_BLOCKS, (n: number) => isDocument(...Array(n).fill(paragraph('x')))],
    ['the text of a block', limits.BLOCK_TEXT_MAX_LENGTH, (n: number) => isDocument(paragraph('x'.repeat(n)))],
    ['the items of all lists of a post', limits.POST_MAX_LIST_ITEMS, (n: number) => isDocument(...lists(n))],
    [
      'the cells and rows of all tables of a post',
      limits.POST_MAX_LIST_ITEMS,
      (n: number) => isDocument(...Array(9).fill(table(11, 19)), table(1, n - 9 * 220 - 1)),
    ],
    ['the columns of a table', limits.TABLE_MAX_COLUMNS, (n: number) => isDocument(table(1, n))],
    ['the items of one list', 500, (n: number) => isDocument(list(Array(n).fill('x')))],
    [
      'the text of a post, in any block',
      limits.POST_TEXT_MAX_LENGTH,
      (n: number) =>
        isDocument(
          paragraph('x'.repeat(40_000)),
          { type: 'warning', data: { title: 'x'.repeat(20_000), message: 'x'.repeat(20_000) } },
          list([{ content: 'x'.repeat(5000), items: [{ content: 'x'.repeat(5000), items: [] }] }]),
          { type: 'quote', data: { text: 'x', caption: 'x'.repeat(n - 90_001) } },
        ),
    ],
    [
      'the text of a block of pictures',
      limits.BLOCK_TEXT_MAX_LENGTH,
      (n: number) => isDocument(paragraph('😀'.repeat(n))),
    ],
    [
      'the text of a post of pictures',
      limits.POST_TEXT_MAX_LENGTH,
      (n: number) => isDocument(paragraph('😀'.repeat(50_000)), paragraph('😀'.repeat(n - 50_001)), paragraph('😀')),
    ],
    ['options of a poll', limits.POLL_MAX_OPTIONS, (n: number) => post('pollOptions', options(n))],
    ['an option', limits.POLL_OPTION_MAX_LENGTH, (n: number) => post('pollOptions', ['x'.repeat(n), 'y'])],
    ['the index of a vote', 9, (n: number) => vote('selectedOptionIndex', n)],
    ['a username', 20, (n: number) => signUp('username', 'a'.repeat(n))],
    ['a password', limits.PASSWORD_MAX_LENGTH, (n: number) => signUp('password', PASSWORD + 'x'.repeat(n - 4))],
    ['an email address', limits.EMAIL_MAX_LENGTH, (n: number) => signUp('email', email(n))],
    [
      'articles to count',
      limits.ARTICLE_COUNTS_MAX,
      (n: number) => counts('articles', Array(n).fill({ url: 'https://a.example' })),
    ],
    ['the address of an article', 2000, (n: number) => counts('articles', [{ url: 'x'.repeat(n) }])],
    ['a token name to be made', 7, (n: number) => newTokenName.safeParse('A'.repeat(n)).success],
  ])('%s: at most %i', (_, most, takes) => {
    expect([most - 1, most, most + 1].map((n) => takes(n))).toEqual([true, true, false])
  })

  test('an oversized post is refused with a message', () => {
    const messagesOf = (...blocks: unknown[]) =>
      postDocument.safeParse({ blocks }).error?.issues.map((one) => one.message)
    expect(messagesOf(...Array(501).fill(paragraph('x')))).toEqual(['Must have at most 500 blocks.'])
    expect(messagesOf(...lists(2001))).toEqual(['Must have at most 2000 list items and table cells.'])
    const tooLong = ['Must have at most 100000 characters.']
    expect(messagesOf(...Array(3).fill(paragraph('x'.repeat(40_000))))).toEqual(tooLong)
    // All texts count, wherever they are, but no addresses of files.
    expect(messagesOf(...Array(6).fill({ type: 'made-up', data: { any: ['x'.repeat(19_000)] } }))).toEqual(tooLong)
    const picture = (alt: string, url: string) => ({ type: 'image', data: { file: { url }, alt } })
    expect(messagesOf(...Array(300).fill(picture('x'.repeat(400), '/media/a.webp')))).toEqual(tooLong)
    expect(messagesOf(...Array(300).fill(picture('', `https://a.example/${'x'.repeat(400)}`)))).toBeUndefined()
  })

  test.each([
    ['a comment', 1, (n: number) => comment('content', 'x'.repeat(n))],
    ['a title', 1, (n: number) => post('title', 'x'.repeat(n))],
    ['options of a poll', limits.POLL_MIN_OPTIONS, (n: number) => post('pollOptions', options(n))],
    ['the index of a vote, where -1 clears', -1, (n: number) => vote('selectedOptionIndex', n)],
    ['a username', 3, (n: number) => signUp('username', 'a'.repeat(n))],
    ['a password', limits.PASSWORD_MIN_LENGTH, (n: number) => signUp('password', PASSWORD + 'x'.repeat(n - 4))],
    ['articles to count', 1, (n: number) => counts('articles', Array(n).fill({ url: 'https://a.example' }))],
    ['a token name to be made', 5, (n: number) => newTokenName.safeParse('A'.repeat(n)).success],
    ['items of a page', 1, (n: number) => limit.safeParse(n).success],
  ])('%s: at least %i', (_, least, takes) => {
    expect([least - 1, least, least + 1].map((n) => takes(n))).toEqual([false, true, true])
  })

  test('larger page sizes are reduced, not refused', () => {
    const most = limits.PAGE_SIZE_MAX
    expect([most - 1, most, most + 1, 1e9].map((n) => limit.parse(n))).toEqual([most - 1, most, most, most])
    expect(limit.parse('7')).toBe(7)
  })
})

describe('a title', () => {
  test.each(['one\ntwo', 'one\r\ntwo', 'one\u2028two', 'one\u0000 \ttwo', 'one\u0085two'])(
    '%j is on one line',
    (title) => {
      const input = { tokenName: 'FORUM', title, postContent: '[]' }
      expect(calls.postCreate.input.parse(input).title).toBe('one two')
    },
  )
})

describe('options of a poll', () => {
  const issuesOf = (pollOptions: string[]) =>
    calls.postCreate.input
      .safeParse({ tokenName: 'FORUM', title: 'x', postContent: '[]', pollOptions })
      .error?.issues.map(({ path }) => path.join('.'))

  test('differ in more than case, spacing and Unicode composition', () => {
    expect(issuesOf(['Yes', 'No', ' yes '])).toEqual(['pollOptions.2'])
    expect(issuesOf(['caf\u00e9', 'CAFE\u0301', 'two  words', 'Two words'])).toEqual(['pollOptions.1', 'pollOptions.3'])
    expect(issuesOf(['Yes', 'No', 'Yes!'])).toBe(undefined)
  })
})

describe('text', () => {
  test('is stored and counted as displayed', () => {
    const short = text(3)
    expect(short.parse('  e\u0301bc \n')).toBe('\u00e9bc')
    expect(short.safeParse('a  b').success).toBe(false)
  })

  test.each([' ', '\u200b', '\u3164\u2800', '\u0000'])('%j is empty', (value) => {
    expect(comment('content', value)).toBe(false)
  })

  test('is refused for its length before it is normalized', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    expect(comment('content', 'x'.repeat(900_000))).toBe(false)
    expect(normalize.mock.contexts.filter((text) => String(text).length > 100_000)).toEqual([])
    normalize.mockRestore()
  })
})

describe('rules across fields', () => {
  const parse = (name: keyof typeof calls, input: object) => calls[name].input.safeParse(input)
  const article = { url: 'https://a.example/1' }

  test.each(['commentCreate', 'commentAnonymous'] as const)('%s names either a post or an article', (name) => {
    const input = { tokenName: 'FORUM', content: 'x' }
    expect(parse(name, { ...input, postId: ID }).success).toBe(true)
    expect(parse(name, { ...input, article }).success).toBe(true)
    expect(parse(name, input).success).toBe(false)
    expect(parse(name, { ...input, postId: ID, article }).success).toBe(false)
  })

  test('a reaction names an entity, or an article as a post of a community', () => {
    const input = { entityType: 'Post', reactionName: 'thumb-up' }
    expect(parse('postReaction', { ...input, entityId: ID }).success).toBe(true)
    expect(parse('postReaction', { ...input, article, tokenName: 'FORUM' }).success).toBe(true)
    expect(parse('postReaction', { ...input, reactionName: '', entityId: ID }).success).toBe(true)
    expect(parse('postReaction', input).success).toBe(false)
    expect(parse('postReaction', { ...input, article }).success).toBe(false)
    expect(parse('postReaction', { ...input, entityType: 'Comment', article, tokenName: 'FORUM' }).success).toBe(false)
    expect(parse('postReaction', { ...input, entityId: ID, article, tokenName: 'FORUM' }).success).toBe(false)
    expect(parse('postReaction', { ...input, entityId: ID, reactionName: 'heart' }).success).toBe(false)
  })

  test('all problems are reported at once, by field', () => {
    const { error } = parse('authSignUp', { username: 'a', email: 'b', password: 'c' })
    expect(error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(['email', 'password', 'username'])
  })

  test.each(Object.entries(calls).filter(([, { method }]) => method === 'POST'))(
    '%s refuses unknown fields',
    (name) => {
      const issues = parse(name as CallName, { somethingNew: 1 }).error?.issues ?? []
      expect(issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: ['somethingNew'] }))
    },
  )

  test('unknown nested fields are refused, too', () => {
    const unknownOf = (name: CallName, input: object) =>
      parse(name, input).error?.issues.flatMap((issue) =>
        'keys' in issue ? [issue.path.join('.'), ...issue.keys] : [],
      )
    expect(unknownOf('articleCounts', { community: 'FORUM', articles: [{ ...article, link: '' }] })).toEqual([
      'articles.0',
      'link',
    ])
    const draft = { tokenName: 'FORUM', title: 'x', postContent: '[]' }
    expect(unknownOf('postCreate', { ...draft, pollSettings: { closes: 1 } })).toEqual(['pollSettings', 'closes'])
    expect(unknownOf('postCreate', { ...draft, heroImage: { url: '/media/1', size: 1 } })).toEqual([
      'heroImage',
      'size',
    ])
  })

  test('a time to publish is refused with a message: scheduling is a separate call', () => {
    const { error } = parse('postCreate', { tokenName: 'FORUM', title: 'x', postContent: '[]', scheduledAt: 1 })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['scheduledAt', 'Save the post as a draft, then schedule it.'],
    ])
    expect(post('scheduledAt', null)).toBe(true)
  })

  test.each(Object.entries(calls).filter(([, { method }]) => method === 'POST'))(
    'the longest input of %s in ASCII fits its body limit',
    (name, { bodyLimit = limits.BODY_LIMIT }: Call) => {
      const schema = z.toJSONSchema(calls[name as CallName].input, { io: 'input', unrepresentable: 'any' })
      expect(longest(schema)).toBeLessThanOrEqual(bodyLimit)
    },
  )

  test('every input has a JSON Schema, for the OpenAPI document', () => {
    for (const [name, { input, output }] of Object.entries(calls)) {
      expect(() => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), name).not.toThrow()
      expect(() => z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }), name).not.toThrow()
    }
  })
})

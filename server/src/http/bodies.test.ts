import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'

let forum: Forum
let postId: string
beforeAll(async () => {
  forum = await startForum()
  postId = await forum.newPost()
})
afterAll(() => forum.stoa.close())

type Way = 'whole' | 'in parts'

interface Sent {
  body: string | Buffer
  headers?: Record<string, string>
}

interface Got {
  status: number
  headers: object
  answer: Record<string, unknown>
}

/** Sends one request, either with a content length or chunked. */
async function send(sent: Sent, way: Way): Promise<Got> {
  const { status, headers, text } = await exchange(sent, way)
  const { date, 'x-request-id': requestId, ...rest } = headers
  const { requestId: told = requestId, ...answer } = JSON.parse(text)
  expect([typeof date, told]).toEqual(['string', requestId])
  return { status, headers: rest, answer }
}

function exchange({ body, headers = {} }: Sent, way: Way) {
  const token = { authorization: `Bearer ${forum.ada.token}` }
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const sent = request(`${forum.stoa.url}/api/comment/create`, {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.on('data', (part: Buffer) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    if (way === 'in parts') sent.flushHeaders()
    sent.end(body)
  })
}

const comment = (content: string) => JSON.stringify({ tokenName: 'FORUM', postId, content })

test.each<[string, () => Sent]>([
  ['no JSON', () => ({ body: '{"a":1}x' })],
  ['a list', () => ({ body: '[]' })],
  ['null', () => ({ body: 'null' })],
  ['a text', () => ({ body: '"text"' })],
  ['an empty object', () => ({ body: '{}' })],
  ['only a byte order mark', () => ({ body: '\uFEFF' })],
  ['what is nested too deep', () => ({ body: `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` })],
  ['bytes that are no UTF-8', () => ({ body: Buffer.from([0x7b, 0xff, 0x7d]) })],
  ['another actor', () => ({ body: JSON.stringify({ ...JSON.parse(comment('x')), publisherId: forum.bea.id }) })],
  ['no token', () => ({ body: comment('x'), headers: { authorization: '' } })],
  ['a token that is none', () => ({ body: comment('x'), headers: { authorization: 'Bearer x' } })],
  ['a page of a strange site', () => ({ body: comment('x'), headers: { origin: 'https://strange.example' } })],
  ['a key that is none', () => ({ body: comment('x'), headers: { 'idempotency-key': 'x'.repeat(101) } })],
])('both request paths refuse %s alike', async (_name, sent) => {
  const answer = await send(sent(), 'in parts')
  expect(await send(sent(), 'whole')).toEqual(answer)
  expect(Math.floor(answer.status / 100)).toBe(4)
})

test('other content types are refused, even if they resemble JSON', async () => {
  const sent = { body: comment('x'), headers: { 'content-type': 'application/jsonp' } }
  for (const way of ['whole', 'in parts'] as const)
    expect((await send(sent, way)).answer.code).toBe('UNSUPPORTED_MEDIA_TYPE')
})

test('both request paths accept the same bodies, also with a byte order mark', async () => {
  const ways = [
    await send({ body: comment('uno') }, 'in parts'),
    await send({ body: comment('due') }, 'whole'),
    await send({ body: `\uFEFF${comment('tre')}` }, 'whole'),
  ]
  const told = ways.map(({ status, headers, answer }) => {
    const { comment } = answer.payload as { comment: { content: string } }
    return { status, headers, fields: Object.keys(comment), content: comment.content }
  })
  expect(told[1]).toMatchObject({ ...told[0], content: 'due' })
  expect(told.map(({ status, content }) => [status, content])).toEqual([
    [200, 'uno'],
    [200, 'due'],
    [200, 'tre'],
  ])
})

test('a retry on the other request path gets the first response', async () => {
  const sent = { body: comment('once'), headers: { 'idempotency-key': 'both ways' } }
  const [first, repeat] = [await send(sent, 'whole'), await send(sent, 'in parts')]
  expect(repeat.answer).toEqual(first.answer)
})

test('a client that disconnects mid-body leaves nothing behind', async () => {
  const before = await forum.countOf(postId)
  const sent: ClientRequest = request(`${forum.stoa.url}/api/comment/create`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${forum.ada.token}`,
      'content-type': 'application/json',
      'content-length': '500',
    },
  })
  sent.on('error', () => {})
  sent.write(comment('half'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  sent.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await forum.countOf(postId)).toBe(before)
})

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isBlock, type PostDocument } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { seedCommunity } from '../../../test/seed-community.ts'
import { startTokenIssuer, type TokenIssuer } from '../../../test/token-issuer.ts'

const SITES = 30
let stoa: TestApp
let issuer: TokenIssuer
let quick: Server
const slow: Server[] = []
/** Responses that are never sent. */
const held: ServerResponse[] = []

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function listen(answer: (response: ServerResponse) => unknown): Promise<Server> {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

beforeAll(async () => {
  stoa = await startTestApp({ LOG_LEVEL: 'silent' })
  const communityId = await seedCommunity(stoa)
  issuer = await startTokenIssuer()
  quick = await listen((response) => response.setHeader('content-type', 'text/html').end('<title>Quick</title>'))
  for (let index = 0; index < SITES; index += 1) slow.push(await listen((response) => held.push(response)))
  for (const origin of [issuer.issuer, ...[quick, ...slow].map(originOf)])
    await stoa.app.services.partnerOrigins.register(communityId, origin)
  await stoa.app.services.publishers.set(issuer.issuer, { kind: 'jwks', value: issuer.jwks })
  stoa.clock.advance(Date.now() - stoa.clock.now())
})
afterAll(async () => {
  for (const server of [quick, ...slow]) {
    server.closeAllConnections()
    server.close()
  }
  await issuer.close()
  await stoa.close()
})

async function post(token: string, links: string[]): Promise<string> {
  const blocks = links.map((link) => ({ type: 'linkTool', data: { link } }))
  const input = { tokenName: 'FORUM', title: 'Links', postContent: JSON.stringify({ blocks }) }
  return (await stoa.call('postCreate', input, { token })).body.payload.post.id
}

test('thirty slow links of one member delay neither publisher sign-in nor other members’ link cards', async () => {
  const hostile = await stoa.member('hostile_demo', { join: ['FORUM'] })
  const other = await stoa.member('other_demo', { join: ['FORUM'] })
  for (let at = 0; at < SITES; at += 10) await post(hostile.token, slow.slice(at, at + 10).map(originOf))
  await expect.poll(() => held.length).toBeGreaterThan(0)

  const now = Math.floor(stoa.clock.now() / 1000)
  const claims = { iss: issuer.issuer, aud: 'http://localhost:3000', sub: 'reader', iat: now, exp: now + 300 }
  const token = await issuer.sign(claims, { typ: 'JWT' })
  const { body } = await stoa.call('authEmbedSso', { token }, { headers: { origin: issuer.issuer } })
  expect(body.code).toBeUndefined()

  const postId = await post(other.token, [originOf(quick)])
  const titleOf = async () => {
    const { postContent } = (await stoa.call('postGet', { idOrSlug: postId })).body.payload.post
    const [block] = (JSON.parse(postContent) as PostDocument).blocks
    return block && isBlock(block, 'linkTool') ? block.data.meta?.title : undefined
  }
  await expect.poll(titleOf).toBe('Quick')
  // The slow sites still hold the member's share of the thirty requests.
  expect(held).toHaveLength(2)
})

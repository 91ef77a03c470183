import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PostDocument } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

let stoa: TestApp
let site: Server
let origin: string
let author: { id: string; token: string }
let requests = 0

beforeAll(async () => {
  stoa = await startTestApp()
  const id = await seedCommunity(stoa)
  site = createServer((request, response) => {
    requests += 1
    const isPage = request.url?.startsWith('/page')
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
    response.end(
      isPage
        ? '<title>A page</title><meta name="description" content="About"><meta property="og:image" content="/a.png">'
        : '',
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  await stoa.app.services.partnerOrigins.register(id, origin)
  author = await stoa.member('ada_demo', { join: ['FORUM'] })
})
afterAll(async () => {
  site.close()
  await stoa.close()
})

const content = (...links: string[]) =>
  JSON.stringify({ blocks: links.map((link) => ({ type: 'linkTool', data: { link, meta: { title: 'Claimed' } } })) })

const blocksOf = (postContent: string) => (JSON.parse(postContent) as PostDocument).blocks

async function shown(postId: string) {
  await stoa.app.background.settled()
  // A post with many links waits for approval: its author sees it.
  const { body } = await stoa.call('postGet', { idOrSlug: postId }, { token: author.token })
  return blocksOf(body.payload.post.postContent)
}

test('a link’s card is shown before the post is saved', async () => {
  const ask = async (url: string) => (await stoa.call('linkCardGet', { url }, { token: author.token })).body
  expect((await ask(`${origin}/page`)).payload).toEqual({
    meta: {
      title: 'A page',
      description: 'About',
      image: { url: stoa.app.services.media.picture(`${origin}/a.png`) },
    },
  })
  expect((await ask(`${origin}/lost`)).payload).toEqual({ meta: null })
  for (const url of ['javascript:alert(1)', 'page', `https://a.example/${'x'.repeat(2000)}`])
    expect((await ask(url)).code).toBe('VALIDATION_FAILED')
  expect((await stoa.call('linkCardGet', { url: `${origin}/page` })).status).toBe(401)
})

test('a link’s card comes from its page, not from the author’s client', async () => {
  const create = { tokenName: 'FORUM', title: 'Links', postContent: content(`${origin}/page`, `${origin}/lost`) }
  const { post } = (await stoa.call('postCreate', create, { token: author.token })).body.payload
  expect(blocksOf(post.postContent).map((block) => Object.keys(block.data))).toEqual([['link'], ['link']])
  const card = {
    title: 'A page',
    description: 'About',
    image: { url: stoa.app.services.media.picture(`${origin}/a.png`) },
  }
  expect(await shown(post.id)).toEqual([
    { type: 'linkTool', data: { link: `${origin}/page`, meta: card } },
    { type: 'linkTool', data: { link: `${origin}/lost` } },
  ])

  requests = 0
  const edit = { ...create, postId: post.id, postContent: content(`${origin}/page`, `${origin}/page2`) }
  await stoa.call('postEdit', edit, { token: author.token })
  expect((await shown(post.id)).map((block) => block.data)).toEqual([
    { link: `${origin}/page`, meta: card },
    { link: `${origin}/page2`, meta: card },
  ])
  expect(requests).toBe(1)
})

test('at most ten pages are fetched for a post', async () => {
  requests = 0
  const links = Array.from({ length: 11 }, (_, index) => `${origin}/page${index}`)
  const create = { tokenName: 'FORUM', title: 'Many links', postContent: content(...links) }
  const { post } = (await stoa.call('postCreate', create, { token: author.token })).body.payload
  const blocks = await shown(post.id)
  expect(blocks.filter((block) => 'meta' in block.data)).toHaveLength(10)
  expect(requests).toBe(10)
})

test('addresses inside the network are not fetched', async () => {
  const create = {
    tokenName: 'FORUM',
    title: 'Inside',
    postContent: content('http://127.0.0.1:1/', 'http://169.254.169.254/'),
  }
  const { post } = (await stoa.call('postCreate', create, { token: author.token })).body.payload
  expect((await shown(post.id)).filter((block) => 'meta' in block.data)).toEqual([])
})

test('a card with blocked words is not shown; the link stays', async () => {
  const admin = await stoa.member('admin_demo', { networkAdmin: true })
  const entries = [{ text: 'About', action: 'hold' as const }]
  const rules = { tokenName: 'FORUM', revision: 0, entries }
  await stoa.call('checkRulesEdit', rules, { token: admin.token })
  const create = { tokenName: 'FORUM', title: 'A link', postContent: content(`${origin}/page?held`) }
  const { post } = (await stoa.call('postCreate', create, { token: author.token })).body.payload
  expect((await shown(post.id))[0]?.data).toEqual({ link: `${origin}/page?held` })
})

import type { CallInput, CallName } from '@stoa/contract'
import { isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'

let forum: Forum

beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

/** A call of the admin, who views the forum as a role. */
function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  about: string | { role: string; token: string },
) {
  const { role, token } = typeof about === 'string' ? { role: about, token: forum.admin.token } : about
  return forum.stoa.call(name, input, { token, headers: { 'x-stoa-view-as': role } })
}

test('an admin has the rights of a role only, and is nobody in particular', async () => {
  const { user, unread } = (await call('me', {}, 'moderator')).body.payload
  expect(user).toMatchObject({ networkAdmin: false, tokenOwner: [], joinedCommunities: ['FORUM'] })
  expect(user.tokenPermissions).toEqual({ FORUM: ['hideContent', 'pinPost', 'banUser'] })
  expect(JSON.stringify({ user, unread })).not.toContain('admin_demo')
  expect((await call('me', {}, 'member')).body.payload.user.tokenPermissions).toEqual({})
  expect((await call('domainList', {}, 'moderator')).body.code).toBe('FORBIDDEN')
  expect((await call('checkRulesGet', { tokenName: 'FORUM' }, 'moderator')).status).toBe(200)
  expect((await call('checkRulesGet', { tokenName: 'FORUM' }, 'member')).body.code).toBe('FORBIDDEN')
  expect((await call('me', {}, 'visitor')).body.code).toBe('AUTH_REQUIRED')
})

test('hidden posts are as visible as to the role', async () => {
  const { stoa, ada } = forum
  const postId = await forum.newPost({ publisherId: ada.id, status: 1 })
  const status = async (role: string) => (await call('postGet', { idOrSlug: postId }, role)).status
  expect(await Promise.all(['visitor', 'member', 'moderator'].map(status))).toEqual([404, 404, 200])
  expect((await stoa.call('postGet', { idOrSlug: postId }, { token: forum.admin.token })).status).toBe(200)
})

test('what an admin sees as a visitor is shared with nobody, and not kept for afterward', async () => {
  const authorization = `Bearer ${forum.admin.token}`
  const caching = async (headers: Record<string, string>) =>
    (await fetch(`${forum.stoa.url}/api/posts?tokenName=FORUM`, { headers })).headers.get('cache-control')
  expect(await caching({ authorization, 'x-stoa-view-as': 'visitor' })).toBe('private, no-cache')
  expect(await caching({})).toContain('public')
})

test('every write is refused, whoever sends it', async () => {
  const writes = Object.entries(calls).filter(([, one]) => isWrite(one) || one.method === 'DELETE')
  expect(writes.length).toBeGreaterThan(100)
  for (const [name, { method, path }] of writes) {
    const address = `${forum.stoa.url}/api${path.replaceAll(/\{\w+\}/g, 'x')}`
    const headers = { 'x-stoa-view-as': 'member', 'content-type': 'application/json' }
    const response = await fetch(address, { method, headers, ...(method === 'POST' && { body: '{}' }) })
    expect([name, (await response.json()).code]).toEqual([name, 'VIEWING_AS'])
  }
})

test('files are neither uploaded nor removed, whoever sends them', async () => {
  const { stoa, ada, admin } = forum
  const uploads = `${stoa.url}/api/media/uploads`
  const rows = () => stoa.database.read('media').select('id', 'owner_id', 'bytes', 'status')
  const send = (about: { method: string; address?: string; token: string; headers?: Record<string, string> }) =>
    fetch(about.address ?? uploads, {
      method: about.method,
      headers: { authorization: `Bearer ${about.token}`, 'tus-resumable': '1.0.0', ...about.headers },
      ...(about.method === 'PATCH' && { body: 'PNG' }),
    })
  const metadata = ['filename a.png', 'filetype image/png', 'purpose post'].map((pair) => {
    const [name, value = ''] = pair.split(' ')
    return `${name} ${Buffer.from(value).toString('base64')}`
  })
  const announced = { 'upload-length': '3', 'upload-metadata': metadata.join() }
  const own = await send({ method: 'POST', token: admin.token, headers: announced })
  expect(own.status).toBe(201)
  const address = `${stoa.url}${new URL(own.headers.get('location') ?? '', stoa.url).pathname}`
  const before = await rows()
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  for (const token of [admin.token, ada.token]) {
    for (const role of ['visitor', 'member', 'moderator']) {
      const viewing = { 'x-stoa-view-as': role }
      for (const refused of [
        await send({ method: 'POST', token, headers: { ...announced, ...viewing } }),
        await send({ method: 'PATCH', address, token, headers: { ...piece, ...viewing } }),
        await send({ method: 'DELETE', address, token, headers: viewing }),
      ]) {
        expect([role, refused.status, (await refused.json()).code]).toEqual([role, 403, 'VIEWING_AS'])
      }
    }
  }
  expect(await rows()).toEqual(before)
})

test('the start is logged; others than admins may not start, and gain nothing by the header', async () => {
  const { stoa, ada, admin } = forum
  const start = (token: string) => stoa.call('viewAsStart', { role: 'moderator' }, { token })
  expect((await start(ada.token)).body.code).toBe('FORBIDDEN')
  expect((await start(admin.token)).status).toBe(200)
  const [latest, ...rest] = await stoa.app.services.operatorLog.list(10)
  expect(latest).toMatchObject({ userId: admin.id, action: 'viewed as', detail: 'moderator' })
  expect(rest).toEqual([])
  expect((await call('me', {}, { role: 'moderator', token: ada.token })).body.payload.user).toMatchObject({
    id: ada.id,
    tokenPermissions: {},
  })
})

import type { NotificationSettings } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'

let stoa: TestApp
let ada: { id: string; token: string }
beforeAll(async () => {
  stoa = await startTestApp()
  ada = await stoa.member('ada_demo')
})
afterAll(() => stoa.close())

const settings = async () => (await stoa.call('notificationSettingsGet', {}, { token: ada.token })).body.payload
const linkFor = (kind: keyof NotificationSettings['email']) =>
  stoa.app.services.notifications.unsubscribing.urlFor(stoa.url, { userId: ada.id, kind })

test('opening the page changes nothing, and its button stops exactly these mails', async () => {
  const before = (await settings()).notificationSettings
  const page = await fetch(linkFor('reply'))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(await page.text()).toContain('<form method="post"><button>')
  await fetch(linkFor('reply'), { method: 'HEAD' })
  expect((await settings()).notificationSettings).toEqual(before)
  const stopped = { ...before, email: { ...before.email, reply: false } }
  for (const _ of ['once', 'again']) {
    const body = new URLSearchParams()
    const done = await fetch(linkFor('reply'), { method: 'POST', body, headers: { origin: 'http://localhost:3000' } })
    expect([done.status, (await done.text()).includes('no longer get emails about replies')]).toEqual([200, true])
    expect((await settings()).notificationSettings).toEqual(stopped)
  }
})

test('a mail program can unsubscribe by itself, without cookies or a page', async () => {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const [kind, body] of [
    ['mention', new URLSearchParams('List-Unsubscribe=One-Click')],
    ['moderation', form],
  ] as const) {
    expect((await fetch(linkFor(kind), { method: 'POST', body })).status).toBe(200)
    expect((await settings()).notificationSettings.email[kind]).toBe(false)
  }
})

test('a forged token stops nothing', async () => {
  await stoa.call(
    'notificationSettings',
    { notificationSettings: { email: { reply: true, message: true, digest: true } } },
    { token: ada.token },
  )
  const before = await settings()
  const link = linkFor('reply')
  const bea = await stoa.member('bea_demo')
  const forged = [
    link.replace('.reply.', '.message.'),
    link.replace('.reply.', '.digest.'),
    linkFor('reply').replace(ada.id, bea.id),
    `${link}.x`,
    link.slice(0, -1),
    link.replace(/token=.*/, 'token='),
    link.replace(/token=.*/, `token=${ada.id}.reply`),
    link.replace(/\?.*/, ''),
    `${link}&token=x`,
  ]
  for (const address of forged) {
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(address, { method: 'POST' })).status).toBe(404)
  }
  expect(await settings()).toEqual(before)
})

test('the link of a deleted account gets the same response as any other', async () => {
  const { id } = await stoa.member('gone_demo')
  const link = stoa.app.services.notifications.unsubscribing.urlFor(stoa.url, { userId: id, kind: 'reply' })
  const user = () => stoa.database.read('users').where({ id }).first()
  await stoa.database.transaction(({ connection }) => connection('users').where({ id }).update({ deleted_at: 1 }))
  const before = await user()
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  expect(await user()).toEqual(before)
})

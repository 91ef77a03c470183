import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { mailsTo } from '../../test/mailbox.ts'
import { stoaCommand } from '../../test/stoa-command.ts'
import { picture, upload } from '../../test/uploads.ts'
import { jobKind } from '../platform/jobs/queue.ts'

let stoa: TestApp
beforeEach(async () => {
  stoa = await startTestApp()
  // As a restore does, before any server starts.
  await stoa.database.transaction((tx) => stoa.app.jobs.hold.begin(tx, 1_700_000_000_000))
})
afterEach(() => stoa?.close())

const ADDRESS = 'ada@people.example'
const release = (...parameters: string[]) => stoaCommand(stoa.settings, ['release', ...parameters])

async function mail(): Promise<void> {
  const letter = { subject: 'News', text: ['Something happened.'] }
  await stoa.database.transaction((tx) => stoa.app.mail.post(tx, { userId: null, to: ADDRESS, from: 'Stoa', letter }))
  await stoa.app.jobs.drain()
}

test('mails wait until the operator releases them; other work goes on', async () => {
  const done: string[] = []
  const kinds = [jobKind('publish something', { reaches: 'publication' }), jobKind('count something')]
  for (const kind of kinds) stoa.app.jobs.transactional(kind, { work: async () => void done.push(kind.name) })
  await stoa.database.transaction(async (tx) => {
    for (const kind of kinds) stoa.app.jobs.enqueue(tx, kind, { payload: {} })
  })
  await mail()
  expect([await mailsTo(stoa, ADDRESS), done]).toEqual([[], ['count something']])
  expect(await release('--json')).toMatchObject({
    code: 0,
    out: '{"released":true,"discarded":0,"cashOuts":0,"withdrawals":[]}',
  })
  await stoa.app.jobs.drain()
  expect((await mailsTo(stoa, ADDRESS)).map(({ subject }) => subject)).toEqual(['News'])
  expect(done).toEqual(['count something', 'publish something'])
  expect(await release()).toMatchObject({ code: 1, out: 'Nothing is held.' })
})

test('waiting messages can be discarded, and later ones are sent', async () => {
  await mail()
  expect(await release('--discard')).toMatchObject({ code: 0, out: 'Released. Messages deleted: 1.' })
  await stoa.app.jobs.drain()
  expect(await mailsTo(stoa, ADDRESS)).toEqual([])
  await mail()
  expect(await mailsTo(stoa, ADDRESS)).toHaveLength(1)
})

test('discarded webhook deliveries say so, and aren’t sent when their webhook is resumed', async () => {
  const { token } = await stoa.member('hook_admin', { networkAdmin: true })
  const place = { scope: 'domain', name: 'default' } as const
  const hook = { ...place, url: 'https://hooks.example/stoa', events: ['post.published' as const] }
  const { webhook } = (await stoa.call('webhookCreate', hook, { token })).body.payload
  const about = { ...place, webhookId: webhook.id }
  const send = async () => {
    await stoa.call('webhookTest', about, { token })
    await stoa.app.jobs.drain()
  }
  await send()
  await send()
  const paused = async (state: boolean) => stoa.call('webhookEdit', { ...about, paused: state }, { token })
  await paused(true)
  const states = async () => {
    const { items } = (await stoa.call('webhookLog', about, { token })).body.payload
    return items.map(({ state, nextAt }) => [state, nextAt])
  }
  await stoa.database.transaction(async ({ connection }) => {
    const first = await connection('webhook_deliveries').orderBy('id').first('id')
    await connection('webhook_deliveries').where(first).update({ state: 'held' })
  })
  expect(await release('--discard')).toMatchObject({ code: 0, out: 'Released. Messages deleted: 2.' })
  await paused(false)
  await stoa.app.jobs.drain()
  expect(await states()).toEqual([
    ['discarded', null],
    ['discarded', null],
  ])
})

test('a test mail is sent all the same, and admins see since when work is held', async () => {
  expect(await stoaCommand(stoa.settings, ['mail:test', ADDRESS])).toMatchObject({
    code: 0,
    out: expect.stringContaining('SMTP_URL is not set'),
  })
  expect(await mailsTo(stoa, ADDRESS)).toHaveLength(1)
  const { token } = await stoa.member('admin_demo', { networkAdmin: true })
  const health = async () => (await stoa.call('networkHealth', {}, { token })).body.payload.health
  expect((await health()).heldSince).toBe(1_700_000_000_000)
  await release()
  expect((await health()).heldSince).toBeNull()
})

test('files of uploads stay until then, since the original may have the same bucket', async () => {
  const { token } = await stoa.member('uploader')
  const { id: mediaId } = await upload(stoa, token, { bytes: await picture() })
  const isThere = () =>
    readdirSync(join(String(stoa.settings.STOA_DATA), 'media'), { recursive: true }).some((name) =>
      String(name).includes(mediaId),
    )
  await stoa.call('mediaDelete', { mediaId }, { token })
  await stoa.app.jobs.drain()
  expect(isThere()).toBe(true)
  await release('--discard')
  await stoa.app.jobs.drain()
  expect(isThere()).toBe(false)
})

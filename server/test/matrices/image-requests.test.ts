import { calls } from '@stoa/contract/schemas'
import { expect, test } from 'vitest'
import { databaseDigest } from '../databases/database-digest.ts'
import { startForum } from '../forum.ts'

test('no address accepted as a picture changes anything or sets a cookie', async () => {
  const { stoa, ada } = await startForum()
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: ada.id, site: '', lasting: true })
  const url = encodeURIComponent('https://news.example/a')
  const query = `tokenName=FORUM&community=FORUM&type=all&next=/&token=x&state=x&code=x&url=${url}&origin=http://localhost:3000`
  const paths = Object.values(calls)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, ada.id)}?${query}`)
  const pages = ['/unsubscribe', '/embed/frame', '/embed/sign-in', '/config.json', '/media/proxy/a/b']
  const digest = async () => {
    await stoa.app.background.settled()
    await stoa.app.events.flush()
    return databaseDigest(stoa, [])
  }
  const before = await digest()
  const headers = { cookie: `stoa-refresh=${signedIn.accessToken}`, 'sec-fetch-dest': 'image', accept: 'image/*' }
  for (const path of [...paths, ...pages.map((page) => `${page}?${query}`)]) {
    const response = await fetch(stoa.url + path, { headers, redirect: 'manual' })
    expect([path, response.headers.getSetCookie()]).toEqual([path, []])
  }
  expect(await digest()).toEqual(before)
  await stoa.close()
})

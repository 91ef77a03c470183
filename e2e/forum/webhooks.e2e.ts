import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createReceiver } from '../../examples/webhook-receiver/receiver.mjs'
import { expect, forumData, forumUrl, signInAs, test } from '../support/harness.ts'

const root = resolve(import.meta.dirname, '../..')

test('an admin adds a webhook for their receiver, and sees in its log that a test has arrived', async ({
  page,
  context,
}) => {
  const handled: string[] = []
  // The secret is known only once the forum knows the address.
  let receiver: Server | null = null
  const server = createServer((request, response) => receiver?.emit('request', request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { ...process.env, STOA_DATA: forumData }
  execFileSync(process.execPath, ['server/bin/stoa.mjs', 'origin:add', 'FORUM', origin], { cwd: root, env })
  const url = `${origin}/hook`

  await signInAs(context, 'demo_admin')
  await page.goto(`${forumUrl}/bbs/network-admin-dashboard/webhooks`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Address').fill(url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  receiver = createReceiver({ secret, handle: ({ type }) => handled.push(type) })
  await page.getByRole('button', { name: 'I’ve stored it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('button', { name: `Send a test to ${url}` }).click()
  await expect.poll(() => handled).toEqual(['webhook.test'])
  await page.getByRole('button', { name: `Deliveries to ${url}` }).click()
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Delivered')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: `Remove ${url}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('There are no webhooks.')).toBeVisible()
  server.close()
})

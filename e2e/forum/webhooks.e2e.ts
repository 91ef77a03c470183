import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReceiver } from '../../examples/webhook-receiver/receiver.mjs'
import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

test('an admin adds a webhook, and sees in its log that a test has arrived', async ({ page, context }) => {
  const handled: string[] = []
  // The receiver begins once its secret is known, at an address that the forum knows before.
  let receiver: ReturnType<typeof createReceiver> | null = null
  const server = createServer((request, response) => receiver?.emit('request', request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
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
  await page.getByRole('button', { name: `Deliveries to ${url}` }).click()
  // No forum trusts addresses of its own machine that nobody has registered: the log says why.
  await expect(page.getByText('no response')).toBeVisible()
  expect(handled).toEqual([])
  await page.getByText('Response', { exact: true }).click()
  await expect(page.getByText(/not allowed|ports/)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${url}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await expect(page.getByText('There are no webhooks.')).toBeVisible()
  server.close()
})

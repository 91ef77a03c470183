import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

test('two people write to each other, delete, block, and send again what was not sent', async ({
  page,
  context,
  browser,
  complaints,
}) => {
  await signInAs(context, 'demo_hana')
  const others = await browser.newContext({ viewport: { width: 360, height: 740 } })
  await signInAs(others, 'demo_gil')
  const phone = await others.newPage()
  const isLive = phone
    .waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40')))
  await phone.goto(`${forumUrl}/bbs/messages/requests`)
  await expect(phone.getByRole('heading', { name: 'Message requests' })).toBeVisible()
  await isLive

  await page.goto(`${forumUrl}/author/demo-gil`)
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Message to Gil Tolley' })
  await field.fill('Have you found the ladder?')
  await field.press('Enter')
  const ofHana = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(page).toHaveURL(/\/bbs\/messages\/\w{20}$/)
  await expect(ofHana('Have you found the ladder?').last()).toBeVisible()

  // It arrives as a request, without a reload.
  await phone.getByRole('link', { name: /Hana/ }).click()
  await phone.getByRole('button', { name: 'Accept' }).click()
  const answer = phone.getByRole('textbox', { name: /Message to Hana/ })
  await answer.fill('It was behind the mill.')
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(ofHana('It was behind the mill.').last()).toBeVisible()
  await expect(page.getByText('Seen', { exact: true })).toBeVisible()

  // The badge of a closed conversation.
  await phone.getByRole('link', { name: 'Back to messages' }).click()
  await field.fill('Shall I fetch it today?')
  await field.press('Enter')
  await expect(phone.getByRole('link', { name: 'Messages, 1 unread' })).toBeVisible()
  await expect(phone).toHaveTitle(/^\(\d+\) Messages/)
  await phone.getByRole('link', { name: /Hana/ }).click()
  await expect(phone.getByText('Shall I fetch it today?')).toBeVisible()

  const mistaken = ofHana('Shall I fetch it today?').last()
  await mistaken.getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Delete for both' }).click()
  for (const one of [page, phone]) await expect(one.getByText('Shall I fetch it today?')).toHaveCount(0)

  await phone.getByRole('button', { name: 'More about this conversation' }).click()
  await phone.getByRole('menuitem', { name: /^Block Hana/ }).click()
  await phone.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(phone.getByText(/^You have blocked Hana/)).toBeVisible()
  await expect(page.getByText('You can’t write to Gil Tolley.')).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(1)
  await phone.getByRole('button', { name: /^Unblock Hana/ }).click()
  await expect(answer).toBeVisible()
  await expect(phone.locator(':focus')).toHaveCount(1)

  await context.setOffline(true)
  await field.fill('Written on the train')
  await field.press('Enter')
  await expect(page.getByText('Not sent')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(phone.getByText('Written on the train')).toBeVisible()
  await expect(page.getByText('Not sent')).toHaveCount(0)
  // The browser logs what fails offline.
  const isOffline = (text: string) => text.includes('ERR_INTERNET_DISCONNECTED')
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isOffline(text)))
  await others.close()
})

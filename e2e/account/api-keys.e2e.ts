import { expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

test('a member makes a key, a program uses it, and it is useless once revoked', async ({
  page,
  context,
  playwright,
}) => {
  await makeAccount(context.request, 'keeper_of_keys')
  await signInAs(context, 'keeper_of_keys')
  await page.goto(`${forumUrl}/bbs/my-account/settings/api-keys`)
  await page.getByLabel('Name', { exact: true }).fill('My script')
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = (await page.getByText(/^stoa_[0-9a-f]{64}$/).textContent()) ?? ''
  await page.getByRole('button', { name: 'I’ve stored it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  // A program has no cookies.
  const program = await playwright.request.newContext({ extraHTTPHeaders: { authorization: `Bearer ${secret}` } })
  const me = async () => program.get(`${forumUrl}/api/me`)
  expect(await (await me()).json()).toMatchObject({ payload: { user: { username: 'keeper_of_keys' } } })
  const write = await program.post(`${forumUrl}/api/community/join`, { data: { tokenName: 'FORUM', join: true } })
  expect(await write.json()).toMatchObject({ code: 'KEY_SCOPE' })

  await page.getByRole('button', { name: 'Revoke My script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no keys.')).toBeVisible()
  expect((await me()).status()).toBe(401)
  await program.dispose()
})

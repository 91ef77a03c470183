import type { Page } from '@playwright/test'
import { expect, forumUrl, signInAs, test } from '../support/harness.ts'

const post = `${forumUrl}/bbs/FORUM/community/found-one-glove-left-very-small`
const TYPED = 'It may be mine, if it is very left.'

const refusals = [
  [403, 'BANNED', 'You were banned from this community.', 'You were banned from this community.'],
  [
    429,
    'RATE_LIMITED',
    'You have reached the rate limit. Please try again later.',
    "You're posting too frequently please take a short break before posting again.",
  ],
] as const

/** Refuses one call, also when the client retries. */
async function refuse(page: Page, call: string, response: { status: number; code: string; message: string }) {
  const { status, code, message } = response
  const body = { status: 'error', code, message, requestId: 'r' }
  await page.route(`**/api/${call}`, (route) => route.fulfill({ status, json: body }))
}

for (const [status, code, message, text] of refusals) {
  test(`a reaction and a comment refused with ${status} are rolled back, and no text is lost`, async ({
    page,
    context,
    complaints,
  }) => {
    await signInAs(context, 'demo_emi')
    await page.goto(post)
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
    const box = page.getByLabel('Write a comment')
    await box.fill(TYPED)
    const like = page.getByRole('group', { name: 'Reactions' }).first().getByRole('button', { name: /^Like/ })
    const [name, pressed] = [await like.getAttribute('aria-label'), await like.getAttribute('aria-pressed')]

    await refuse(page, 'post/reaction', { status, code, message })
    await like.click()
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await expect(like).toHaveAttribute('aria-label', name ?? '')
    await expect(like).toHaveAttribute('aria-pressed', pressed ?? '')

    await refuse(page, 'comment/create', { status, code, message })
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.locator('.stoa-composer').getByRole('alert')).toHaveText(text)
    await expect(box).toHaveValue(TYPED)
    await expect(page.getByRole('article').filter({ hasText: TYPED })).toHaveCount(0)
    await page.reload()
    await expect(box).toHaveValue(TYPED)
    // The browser logs the refusals.
    expect(complaints.filter((text) => !/\/api\/(post\/reaction|comment\/create)/.test(text))).toEqual([])
    complaints.length = 0
  })
}

test('a comment that meets a failing server waits in its place and is sent once it works again', async ({
  page,
  context,
  complaints,
}) => {
  const text = 'Left gloves are the rarer ones.'
  await signInAs(context, 'demo_emi')
  await page.goto(post)
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const box = page.getByLabel('Write a comment')
  await box.fill(text)
  await refuse(page, 'comment/create', { status: 500, code: 'INTERNAL', message: 'Something went wrong.' })
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const comment = page.locator('.stoa-comment').filter({ hasText: text })
  await expect(comment).toContainText('Waiting for network')
  await expect(box).toHaveValue('')
  await page.unrouteAll()
  await expect(comment.getByRole('link').filter({ has: page.locator('time') })).toBeVisible()
  await expect(comment).toHaveCount(1)
  // The browser logs the failed tries.
  complaints.length = 0
})

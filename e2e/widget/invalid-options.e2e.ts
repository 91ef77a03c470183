import type { Page } from '@playwright/test'
import { articleUrl, type Complaints, expect, forumUrl, partnerUrl, test } from '../support/harness.ts'

/** Inserts an element into a page of the partner, and records its events. */
async function insert(page: Page, attributes: Record<string, string>, tag = 'stoa-comments') {
  await page.goto(`${partnerUrl}/`)
  await page.evaluate(
    ({ name, all }) => {
      const element = document.createElement(name)
      element.id = 'tried'
      for (const [attribute, value] of Object.entries({ load: 'now', ...all })) element.setAttribute(attribute, value)
      document.querySelector('main')?.prepend(element)
    },
    { name: tag, all: attributes },
  )
  return page.locator('#tried')
}

/** Removes expected console messages. */
async function takeMessages(complaints: Complaints, what: RegExp): Promise<void> {
  await expect.poll(() => complaints.some((complaint) => what.test(complaint)), `${what}`).toBe(true)
  const others = complaints.filter((complaint) => !what.test(complaint) && !complaint.startsWith('Failed to load'))
  complaints.splice(0, complaints.length, ...others)
}

test('an element without a community shows and logs an error, and shows the thread once it has one', async ({
  page,
  complaints,
}) => {
  for (const tag of ['stoa-comments', 'stoa-reactions']) {
    const element = await insert(page, { url: articleUrl }, tag)
    await expect(element.getByText('doesn’t name its community')).toBeVisible()
    await takeMessages(complaints, /the attribute community is missing: name the community/)
  }
  const element = await insert(page, { url: articleUrl })
  await expect(element.getByText('doesn’t name its community')).toBeVisible()
  await takeMessages(complaints, /the attribute community is missing/)
  await element.evaluate((host) => host.setAttribute('community', 'FORUM'))
  await expect(element.getByText('Name the bench after the ferry.')).toBeVisible()
  await expect(element.getByText('doesn’t name its community')).toHaveCount(0)
})

test('invalid options fall back to defaults and are logged', async ({ page, complaints }) => {
  const wrong = { sort: 'best', theme: 'pink', 'page-size': 'many', locale: 'n o', 'forum-url': 'http://[' }
  const element = await insert(page, { community: 'FORUM', url: articleUrl, ...wrong })
  await expect(element.getByText('Name the bench after the ferry.')).toBeVisible()
  for (const [name, value] of Object.entries(wrong)) {
    await takeMessages(complaints, new RegExp(`${name}="${value.replace('[', '\\[')}" is not `))
  }
})

test('a page with the locale en_US shows thread and counts', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('lang', 'en_US'))
  })
  const element = await insert(page, { community: 'FORUM', url: articleUrl })
  await expect(element.getByText('Name the bench after the ferry.')).toBeVisible()
  const count = await insert(page, { community: 'FORUM', url: articleUrl, words: '' }, 'stoa-count')
  await expect(count).toHaveText(/\d+ comments/)
})

test('a refusal by the forum is shown, with advice on the console', async ({ page, complaints }) => {
  const foreign = await insert(page, { community: 'FORUM', url: 'https://elsewhere.example/story' })
  await expect(foreign.getByText('isn’t registered with this community')).toBeVisible()
  await takeMessages(complaints, /stoa origin:add FORUM/)

  const unknown = await insert(page, { community: 'NOWHERE', url: articleUrl })
  await expect(unknown.getByText('“NOWHERE” doesn’t exist')).toBeVisible()
  await takeMessages(complaints, /has no community "NOWHERE"/)

  const impossible = await insert(page, { community: 'N'.repeat(41), url: articleUrl })
  await expect(impossible.getByText('article name is invalid')).toBeVisible()
  await takeMessages(complaints, /Look at the attributes/)

  // A site that serves the script itself but doesn't name the forum.
  const withoutForum = await insert(page, {
    community: 'FORUM',
    url: articleUrl,
    'forum-url': `${forumUrl}/`.replace('localhost', '127.0.0.1'),
  })
  await expect(withoutForum.getByRole('button', { name: 'Try again' })).toBeVisible()
  await takeMessages(complaints, /Load embed.js from there, or name it with forum-url/)
  const otherComplaints = complaints.filter((complaint) => !/Failed to load|Connecting to|Fetch API/.test(complaint))
  complaints.splice(0, complaints.length, ...otherComplaints)
})

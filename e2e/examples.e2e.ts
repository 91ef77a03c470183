import { startSite, vite } from './support/example-sites.ts'
import { apiAs, expect, forumUrl, signInByWindow, test, waitForHydration, widgetOf } from './support/harness.ts'

/** The examples, started on their own origins as in their READMEs. */
const EXAMPLES = [
  {
    name: 'partner-article',
    start: (port: number) => ['serve.mjs', { STOA_URL: forumUrl, PORT: String(port) }] as const,
    page: '/articles/library-hours.html',
    article: '/articles/library-hours.html',
  },
  {
    name: 'partner-react',
    start: vite,
    page: '/',
    article: '/stories/orchard',
  },
]

for (const { name, start, page: path, article } of EXAMPLES) {
  test(`the example ${name} shows its article's comments, and a reader writes one`, async ({ page, request }) => {
    const { origin, stop } = await startSite(name, start)
    try {
      const ada = await apiAs(request, 'demo_ada')
      await ada.call('comment/create', {
        tokenName: 'FORUM',
        article: { url: `${origin}${article}` },
        content: `A comment on ${name}`,
      })
      await page.goto(`${origin}${path}`)
      await waitForHydration(page)
      await expect(
        widgetOf(page)
          .getByRole('article')
          .filter({ hasText: `A comment on ${name}` }),
      ).toBeVisible()

      await widgetOf(page).getByRole('textbox').first().fill(`Written by a reader of ${name}`)
      await widgetOf(page).getByRole('button', { name: 'Sign in and comment' }).click()
      await signInByWindow(page, 'demo_emi')
      const comment = widgetOf(page)
        .getByRole('article')
        .filter({ hasText: `Written by a reader of ${name}` })
      await expect(comment).toBeVisible()
    } finally {
      stop()
    }
  })
}

test('the example partner-components: feed, poll, reactions, post and comments, signed in from its own origin', async ({
  page,
}) => {
  const { origin, stop } = await startSite('partner-components', vite)
  try {
    await page.goto(origin)
    const feed = page.getByRole('region', { name: 'Posts' })
    await expect(feed.getByRole('article').first()).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await signInByWindow(page, 'demo_emi')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible()

    const aside = page.getByRole('complementary', { name: 'Today’s poll' })
    const option = aside.getByRole('group', { name: 'Poll' }).getByRole('button').first()
    const wasVoted = (await option.getAttribute('aria-pressed')) === 'true'
    await option.click()
    await expect(option).toHaveAttribute('aria-pressed', String(!wasVoted))
    const like = aside.getByRole('button', { name: /^Like/ })
    const wasLiked = (await like.getAttribute('aria-pressed')) === 'true'
    const reacted = page.waitForResponse((response) => response.url().endsWith('/post/reaction') && response.ok())
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', String(!wasLiked))
    await reacted

    // On another page of the site, session and selection are still there.
    await feed.getByRole('heading').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page
      .getByRole('textbox', { name: /comment/i })
      .first()
      .fill('Written on the partner’s own page')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(
      page.getByRole('article').filter({ hasText: 'Written on the partner’s own page' }).last(),
    ).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign in' })).toBeVisible()
  } finally {
    stop()
  }
})

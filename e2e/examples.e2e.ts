import { execFileSync, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from '../scripts/services/child.mjs'
import { elsewhere, expect, forumData, forumUrl, signInByWindow, test, untilAlive, widgetOf } from './harness.ts'

const root = resolve(import.meta.dirname, '..')

/** The examples as their READMEs start them, each on an origin of its own, and what is written about. */
const EXAMPLES = [
  {
    name: 'partner-article',
    start: (port: number) => ['serve.mjs', { STOA_URL: forumUrl, PORT: String(port) }] as const,
    page: '/articles/library-hours.html',
    article: '/articles/library-hours.html',
  },
  {
    name: 'partner-react',
    start: (port: number) =>
      [
        `${root}/node_modules/vite/bin/vite.js --host 127.0.0.1 --strictPort --port ${port}`,
        { VITE_STOA_URL: forumUrl },
      ] as const,
    page: '/',
    article: '/stories/orchard',
  },
]

for (const { name, start, page: path, article } of EXAMPLES) {
  test(`the example ${name} shows its article's comments, and a reader of it writes one`, async ({ page, request }) => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const [command, settings] = start(port)
    const site = spawn(process.execPath, command.split(' '), {
      cwd: `${root}/examples/${name}`,
      env: { ...process.env, ...settings },
      stdio: 'ignore',
    })
    try {
      // Exactly what the README says.
      execFileSync(process.execPath, ['server/bin/stoa.mjs', 'origin:add', 'FORUM', origin], {
        cwd: root,
        env: { ...process.env, STOA_DATA: forumData },
      })
      const ada = await elsewhere(request, 'demo_ada')
      await ada.call('comment/create', {
        tokenName: 'FORUM',
        article: { url: `${origin}${article}` },
        content: `A comment on ${name}`,
      })
      await expect(async () => expect((await request.get(origin)).ok()).toBe(true)).toPass()

      await page.goto(`${origin}${path}`)
      await untilAlive(page)
      await expect(
        widgetOf(page)
          .getByRole('article')
          .filter({ hasText: `A comment on ${name}` }),
      ).toBeVisible()

      await widgetOf(page).getByRole('textbox').first().fill(`Written by a reader of ${name}`)
      await widgetOf(page).getByRole('button', { name: 'Sign in to comment' }).click()
      await signInByWindow(page, 'demo_emi')
      const written = widgetOf(page)
        .getByRole('article')
        .filter({ hasText: `Written by a reader of ${name}` })
      await expect(written).toBeVisible()
    } finally {
      site.kill()
    }
  })
}

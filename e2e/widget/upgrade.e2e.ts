import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../scripts/services/child.mjs'
import { expect, showOnlyComments, startForum, test, widgetOf } from '../support/harness.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SCRIPTS = 'packages/embed/dist/browser'
const folder = mkdtempSync(join(tmpdir(), 'stoa-upgrade-'))
test.afterAll(() => rmSync(folder, { recursive: true }))

const HASH = /-([\w-]{8})\.js$/
const nextName = (name: string) => name.replace(HASH, (_all, hash: string) => `-${[...hash].reverse().join('')}.js`)
/** Scripts of the current build. */
const names = readdirSync(join(ROOT, SCRIPTS)).filter((name) => HASH.test(name))
/** Names of a part’s scripts in the next build. A part may share its name with another script. */
const nextOf = (part: string) => names.filter((name) => name.replace(HASH, '') === part).map(nextName)

/** Creates another build: every script with a hash in its name is renamed. */
function makeNextBuild(): string {
  const next = mkdtempSync(join(folder, 'next-'))
  for (const built of ['server/dist', 'packages/embed/dist', 'packages/languages/dist']) {
    cpSync(join(ROOT, built), join(next, built), { recursive: true })
  }
  cpSync(join(ROOT, 'server/package.json'), join(next, 'server/package.json'))
  for (const linked of ['node_modules', 'hosted-app', 'examples']) symlinkSync(join(ROOT, linked), join(next, linked))
  const scripts = join(next, SCRIPTS)
  const renamed = (text: string) => names.reduce((all, name) => all.replaceAll(name, nextName(name)), text)
  for (const name of readdirSync(scripts)) {
    const file = join(scripts, name)
    if (!name.endsWith('.js')) {
      if (name.endsWith('.js.br')) rmSync(file)
      continue
    }
    writeFileSync(file, renamed(readFileSync(file, 'utf8')))
    renameSync(file, join(scripts, renamed(name)))
  }
  return next
}

for (const [what, isKept] of [
  ['still has the files of the previous build', true],
  ['has only its own files', false],
] as const) {
  test(`a page that was open before an upgrade can take part when the forum ${what}`, async ({ page, complaints }) => {
    const data = join(folder, `data ${isKept}`)
    mkdirSync(data)
    const port = await freePort()
    let forum = await startForum({ port, data })
    const loaded: string[] = []
    page.on('response', (response) => {
      if (response.ok()) loaded.push(new URL(response.url()).pathname.replace(/.*\//, ''))
    })
    await showOnlyComments(page)
    try {
      await page.goto(`http://127.0.0.1:${port + 1}/articles/footbridge-reopens.html`)
      await expect(widgetOf(page).getByText('Name the bench after the ferry.')).toBeVisible()
      await forum.stop()
      if (!isKept) rmSync(join(data, 'embed'), { recursive: true })
      forum = await startForum({ port, data, root: makeNextBuild() })

      await widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first().click()
      await page.keyboard.type('Still here')
      await expect(widgetOf(page).getByRole('textbox', { name: /^Write a reply/ })).toHaveValue('Still here', {
        timeout: 15_000,
      })
      expect(loaded.some((name) => nextOf('thread').includes(name))).toBe(!isKept)

      await page.goto(`http://127.0.0.1:${port + 1}/articles/footbridge-reopens.html`)
      await expect(widgetOf(page).getByRole('button', { name: 'Reply', exact: true }).first()).toBeVisible()
      expect(loaded.filter((name) => nextOf('first-view').includes(name))).not.toEqual([])
    } finally {
      await forum.stop()
    }
    // The forum was down and files were missing on purpose.
    complaints.length = 0
  })
}

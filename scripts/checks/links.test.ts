import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder } from '../build/fingerprint.mjs'

const PICTURE_MAX_BYTES = 150_000

const pages = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...filesUnder(['docs', 'packages', 'examples']).filter((file) => file.endsWith('.md')),
]

/** The anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Links and pictures of a page that point to no file or heading of the repository. */
function brokenLinks(page: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, src]) => link ?? src ?? '',
  )
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const file = path ? join(dirname(page), path) : page
    if (!existsSync(file)) return true
    if (!anchor) return false
    const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)
    return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
  })
}

test('reports links to missing files and headings', () => {
  const text = '[a](docs/gone.md) [b](#start) [c](#gone) [d](docs/embedding.md#gone) <img src="docs/images/gone.webp">'
  expect(brokenLinks('README.md', text)).toEqual([
    'docs/gone.md',
    '#gone',
    'docs/embedding.md#gone',
    'docs/images/gone.webp',
  ])
})

test('links of the pages are valid', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/embedding.md', 'packages/embed/README.md']))
  const broken = pages.flatMap((page) =>
    brokenLinks(page, readFileSync(page, 'utf8')).map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('pictures of the pages are small', () => {
  const pictures = filesUnder(['docs/images'])
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((file) => statSync(file).size > PICTURE_MAX_BYTES)).toEqual([])
})

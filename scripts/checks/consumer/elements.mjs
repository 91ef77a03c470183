/**
 * Renders the elements' React wrappers in plain Node, then hydrates and mounts them in a DOM, before and after the script
 * that defines the elements. `node elements.mjs <jsdom> <bundle of story-page-browser.mjs> <bundle of define-element.ts>`
 */
import { strict as assert } from 'node:assert'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { openPage } from './dom.mjs'
import { StoryPage } from './story-page.mjs'

const [, , jsdom = '', pageBundle = '', elementBundle = ''] = process.argv
const signOn = () => null
const shown = { words: true, theme: /** @type {const} */ ('dark'), sso: signOn }
const html = renderToString(createElement(StoryPage, { ...shown, onComment: () => {}, onMount: () => {} }))
assert.equal(
  html,
  '<article><stoa-count community="FORUM" load="now" words="" theme="dark"></stoa-count>' +
    '<stoa-comments community="FORUM" article-id="7" page-size="20" load="now" theme="dark"></stoa-comments></article>',
)

const { document } = await openPage(jsdom, '')
/** @type {typeof import('./story-page-browser.mjs')} */
const { StoryPage: Page, act, createElement: h, createRoot, hydrateRoot, version } = await import(pageBundle)

/** @type {unknown[][]} */
const complaints = []
console.error = (...words) => complaints.push(words)

/** The options that each shown element has now. */
const optionsOf = new Map()
async function define() {
  const { defineElement } = await import(elementBundle)
  for (const tag of ['stoa-count', 'stoa-comments']) {
    defineElement(tag, {
      forumUrl: 'https://forum.example',
      part: false,
      report: async () => {},
      /** @param {HTMLElement} host @param {object} options */
      async show(host, options) {
        optionsOf.set(host, options)
        return {
          /** @param {object} next */
          update(next) {
            optionsOf.set(host, next)
            return true
          },
          remove: () => optionsOf.delete(host),
        }
      },
    })
  }
}

const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)))

/** @typedef {import('./story-page.mjs').StoryPageProps} StoryPageProps */
/** @typedef {Pick<StoryPageProps, 'words' | 'theme' | 'sso'>} Changes */

/**
 * @param {(place: Element, page: import('react').ReactNode) => import('react-dom/client').Root} start
 * @param {string} [served]
 */
async function open(start, served = '') {
  const place = document.body.appendChild(document.createElement('section'))
  place.innerHTML = served
  const nodes = [...place.querySelectorAll('*')]
  /** @type {string[]} */
  const heard = []
  /** @type {unknown[]} */
  const mounted = []
  /** @param {Changes} changes */
  const page = (changes) =>
    h(Page, {
      onComment: (/** @type {string} */ id) => heard.push(id),
      onMount(/** @type {unknown[]} */ elements) {
        mounted.push(...elements)
      },
      ...changes,
    })
  const root = await act(async () => start(place, page(shown)))
  const elements = [...place.querySelectorAll('stoa-count, stoa-comments')]
  assert.deepEqual(mounted, elements, 'the refs are set in the mount effect of the parent')
  assert.ok(
    nodes.every((node) => place.contains(node)),
    'nodes of the server rendering were replaced',
  )
  return {
    elements,
    heard,
    /** @param {Changes} changes */
    render: (changes) => act(async () => root.render(page(changes))),
    close: () => act(async () => root.unmount()),
  }
}

const mount = () =>
  open((place, page) => {
    const root = createRoot(place)
    root.render(page)
    return root
  })
const hydrate = () =>
  open((place, page) => hydrateRoot(place, page, { onRecoverableError: (error) => complaints.push([error]) }), html)

const early = [await hydrate(), await mount()]
await define()
await settled()
const pages = [...early, await hydrate(), await mount()]
await settled()
assert.deepEqual(complaints, [])

for (const { elements, heard } of pages) {
  const [count, comments] = elements
  assert.equal(count.words, true)
  assert.deepEqual([optionsOf.get(count).words, optionsOf.get(count).theme], [true, 'dark'])
  const { articleId, pageSize, theme } = optionsOf.get(comments)
  assert.deepEqual([articleId, pageSize, theme], ['7', 20, 'dark'])
  assert.equal(comments.sso, signOn)
  comments.dispatchEvent(new window.CustomEvent('stoa-comment', { detail: { commentId: 'c1' } }))
  assert.deepEqual(heard, ['c1'])
}

for (const { elements, render } of pages) {
  const [count, comments] = elements
  await render({ words: false })
  await settled()
  assert.deepEqual([optionsOf.get(count).words, optionsOf.get(count).theme], [false, undefined])
  assert.equal(comments.sso, undefined)
  await render({ ...shown, theme: 'light' })
  await settled()
  assert.deepEqual([optionsOf.get(count).words, optionsOf.get(count).theme], [true, 'light'])
  assert.equal(optionsOf.get(comments).theme, 'light')
}

for (const { close } of pages) await close()
await settled()
assert.equal(optionsOf.size, 0, 'removed elements free what they held')
assert.deepEqual(complaints, [])
console.log(`React ${version}: elements before and after their script`)
process.exit(0)

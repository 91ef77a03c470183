/** Hydrates the server's HTML in a DOM and presses buttons. `node click.mjs <jsdom> <html file>` */
import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { openPage } from './dom.mjs'

const [, , jsdom = '', file = ''] = process.argv
const window = await openPage(jsdom, `<div id="root">${readFileSync(file, 'utf8')}</div>`)
const { document } = window
// jsdom has no modal dialogs.
window.HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
window.HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

const { act, version } = await import('react')
const { hydrateRoot } = await import('react-dom/client')
const { page, rows, start } = await import('./journey.mjs')
const { createActions } = await import('@stoa/store')

/** @type {unknown[][]} */
const complaints = []
console.error = (...words) => complaints.push(words)
const { stoa, calls } = await start(null)
await stoa.singleton(createActions).prepare()
const root = document.querySelector('#root')
// Times change to the reader's zone, in new elements (`translatable`).
const before = [...root.querySelectorAll(':not(time > span)')]
await act(async () => {
  hydrateRoot(root, page(stoa), { onRecoverableError: (error) => complaints.push(['recovered', error]) })
})
assert.deepEqual(complaints, [])
assert.equal(before.filter((node) => !root.contains(node)).length, 0, 'nodes of the server rendering were replaced')

/** @param {string} selector */
const press = (selector) =>
  act(async () => {
    const element = root.querySelector(selector) ?? document.querySelector(selector)
    assert.ok(element, `${selector} is missing`)
    element.click()
    await new Promise((settle) => setTimeout(settle, 50))
  })

/**
 * Waits for an element from lazily loaded code.
 * @param {string} selector
 * @param {string} what
 */
async function appears(selector, what) {
  const until = Date.now() + 10_000
  while (!document.querySelector(selector)) {
    assert.ok(Date.now() < until, what)
    await act(async () => new Promise((settle) => setTimeout(settle, 20)))
  }
}

const likes = rows.post.reactionsCount['thumb-up']
await press('#reactions [data-reaction="thumb-up"]')
await appears('dialog[open]', 'a visitor who reacts is asked to sign in')
await act(async () => stoa.state.setState({ viewer: rows.me, intent: null }))
assert.equal(document.querySelector('dialog[open]'), null)
await press('#reactions [data-reaction="thumb-up"]')
assert.ok(calls.includes('postReaction'))
assert.match(root.querySelector('#reactions').innerHTML, new RegExp(`Like, ${likes + 1} people`))
await press('#poll .stoa-poll-choice')
assert.ok(calls.includes('postVote'))
await press('#post-view [aria-haspopup="menu"]')
await appears('[role="menuitem"]', 'the menu of the post opens')
await press('#comments textarea')
assert.deepEqual(complaints, [])
console.log(`React ${version}: rendered, hydrated and pressed`)
process.exit(0)

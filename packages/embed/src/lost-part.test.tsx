import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineElement } from './define-element.ts'
import { stubLayout } from './testing/rendered-thread.ts'
import { mountComments } from './thread.tsx'

vi.mock('./styles.css?inline', () => ({ default: '' }))
vi.mock('./unrendered.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  stubLayout({ stub: vi.stubGlobal })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('never stays blank: neither the rendering nor the code that would say so could be had', async () => {
  const heard: string[] = []
  document.addEventListener('stoa-error', (event) => heard.push((event as CustomEvent).detail.code), { once: true })
  const render = async () => null
  defineElement('stoa-comments', { forumUrl: 'https://forum.example', render, load: async () => mountComments })
  document.body.innerHTML = '<stoa-comments community="FORUM" load="now"></stoa-comments>'
  const root = () => document.querySelector('stoa-comments')?.shadowRoot
  await vi.waitFor(() =>
    expect(root()?.querySelector('button')?.textContent).toContain('could not be loaded. Try again'),
  )
  expect(heard).toEqual(['NETWORK'])
  expect(root()?.childNodes).toHaveLength(1)
})

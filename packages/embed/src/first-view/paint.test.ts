import { afterEach, expect, it, vi } from 'vitest'
import { options } from '../testing/rendered-thread.ts'

// The test's DOM has no constructed style sheets.
vi.mock('./adopt-styles.ts', () => ({ adopt: () => {}, applyTextSize: () => {} }))

const HTML = '<p>Thread</p>'
const paint = async (host: HTMLElement) => (await import('./paint.ts')).paint(host, HTML, { options })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('shows the server’s rendering without Trusted Types', async () => {
  const host = document.createElement('stoa-comments')
  await paint(host)
  expect(host.shadowRoot?.textContent).toBe('Thread')
})

it('creates one policy on a page that enforces Trusted Types, and parses nothing else', async () => {
  const createHTML = vi.fn((html: string) => html.replace('Thread', 'Trusted thread'))
  const createPolicy = vi.fn((_name: string, _rules: object) => ({ createHTML }))
  vi.stubGlobal('trustedTypes', { createPolicy })
  const hosts = [document.createElement('stoa-comments'), document.createElement('stoa-comments')]
  for (const host of hosts) await paint(host)
  expect(hosts.map(({ shadowRoot }) => shadowRoot?.textContent)).toEqual(['Trusted thread', 'Trusted thread'])
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['stoa'])
})

it('leaves the element empty for its component code if the page doesn’t allow the policy', async () => {
  const refuse = () => {
    throw new TypeError('Policy "stoa" disallowed.')
  }
  vi.stubGlobal('trustedTypes', { createPolicy: refuse })
  const host = document.createElement('stoa-comments')
  await expect(paint(host)).rejects.toThrow('disallowed')
  expect(host.shadowRoot).toBeNull()
})

import { EXAMPLE_NOW } from '@stoa/contract/fixtures'
import { I18nProvider } from '@stoa/ui'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { MemberThread } from '../testing/member-thread.tsx'

function thread() {
  return (
    <I18nProvider now={EXAMPLE_NOW}>
      <MemberThread hasMore viewer={null} />
    </I18nProvider>
  )
}

it('hydrates the server rendering node by node, without differences', async () => {
  const host = document.createElement('div')
  document.body.append(host)
  host.innerHTML = renderToString(thread())
  // A time's text is another element when it changes.
  const nodesOf = () => Array.from(host.querySelectorAll('*:not(time > *)'))
  const nodes = nodesOf()
  const html = host.innerHTML
  expect(nodes.length).toBeGreaterThan(100)
  const onRecoverableError = vi.fn()
  const console = vi.spyOn(globalThis.console, 'error')
  await act(async () => {
    hydrateRoot(host, thread(), { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(console).not.toHaveBeenCalled()
  expect(nodesOf()).toEqual(nodes)
  // Changes for the reader's clock, time zone and screen follow afterward.
  const settled = (text: string) =>
    text
      .replace(/ title="[^"]*"/g, '')
      .replace(/<time.*?<\/time>/g, '')
      .replace(/ data-text=""/g, '')
  expect(settled(host.innerHTML)).toBe(settled(html))
})

it('renders the same twice, and never an address that can run scripts', () => {
  expect(renderToString(thread())).toBe(renderToString(thread()))
  expect(renderToString(thread())).not.toMatch(/javascript:|\son\w+=/i)
})

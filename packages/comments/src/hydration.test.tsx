import { allow } from '@stoa/contract'
import { EXAMPLE_NOW, exampleThread } from '@stoa/contract/fixtures'
import { I18nProvider } from '@stoa/ui'
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { CommentThread } from './comment-thread.tsx'
import { storyActions, storyLinks } from './story-actions.ts'

function thread() {
  return (
    <I18nProvider now={EXAMPLE_NOW}>
      <CommentThread
        threadId="p1"
        comments={exampleThread()}
        total={14}
        hasMore
        viewer={null}
        permission={allow}
        actions={storyActions()}
        links={storyLinks}
      />
    </I18nProvider>
  )
}

it('takes over what the server rendered, node by node, without a difference', async () => {
  const host = document.createElement('div')
  document.body.append(host)
  host.innerHTML = renderToString(thread())
  const nodes = Array.from(host.querySelectorAll('*'))
  const html = host.innerHTML
  expect(nodes.length).toBeGreaterThan(100)
  const onRecoverableError = vi.fn()
  const console = vi.spyOn(globalThis.console, 'error')
  await act(async () => {
    hydrateRoot(host, thread(), { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(console).not.toHaveBeenCalled()
  expect(Array.from(host.querySelectorAll('*'))).toEqual(nodes)
  // What the reader's own clock, zone and screen change comes afterwards, in place.
  const settled = (text: string) =>
    text
      .replace(/ title="[^"]*"/g, '')
      .replace(/<time[^>]*>[^<]*<\/time>/g, '')
      .replace(/ data-text=""/g, '')
  expect(settled(host.innerHTML)).toBe(settled(html))
})

it('renders the same twice, and never an address that can run script', () => {
  expect(renderToString(thread())).toBe(renderToString(thread()))
  expect(renderToString(thread())).not.toMatch(/javascript:|\son\w+=/i)
})

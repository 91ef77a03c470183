import { saveWholePosts } from '@stoa/store'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { CollapsibleContent } from './collapsible-content.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  saveWholePosts(false)
})

const box = () => screen.getByText('words').closest('.stoa-collapsible') as HTMLElement

it('is cut from the first byte and expands without scripts', () => {
  const html = renderToString(<CollapsibleContent>words</CollapsibleContent>)
  const id = /id="([^"]+)"/.exec(html)?.[1]
  expect(id).toMatch(/^[\w-]+$/)
  expect(html).toContain(`href="#${id}"`)
  expect(html).toContain('Read More')
  expect(html).not.toContain('data-expanded')
})

it('expands on press, without leaving the page or losing focus', () => {
  render(
    <CollapsibleContent readMoreText="More of it">
      <p>words</p>
    </CollapsibleContent>,
  )
  expect(fireEvent.click(screen.getByRole('link', { name: 'More of it' }))).toBe(false)
  expect(box().hasAttribute('data-expanded')).toBe(true)
  expect(document.activeElement).toBe(box())
})

it('expands when focus moves below the fold', () => {
  render(
    <CollapsibleContent>
      <p>words</p>
      <button type="button">seen</button>
      <button type="button">cut off</button>
    </CollapsibleContent>,
  )
  const bottom = (element: HTMLElement, value: number) => {
    element.getBoundingClientRect = () => ({ bottom: value }) as DOMRect
  }
  bottom(box(), 500)
  bottom(screen.getByText('seen'), 100)
  bottom(screen.getByText('cut off'), 700)
  act(() => screen.getByText('seen').focus())
  expect(box().hasAttribute('data-expanded')).toBe(false)
  act(() => screen.getByText('cut off').focus())
  expect(box().hasAttribute('data-expanded')).toBe(true)
})

/** Content of this height in a box of that height, which the observer reports by `measure`. */
function stubHeights({ content, visible }: { content: number; visible: number }) {
  let measure = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(content)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(visible)
  return () => act(() => measure())
}

it('is cut only if at least 250 pixels would be hidden', () => {
  let measure = stubHeights({ content: 749, visible: 500 })
  const { unmount } = render(
    <CollapsibleContent>
      <p>words</p>
    </CollapsibleContent>,
  )
  expect(box().hasAttribute('data-expanded')).toBe(false)
  measure()
  expect(box().hasAttribute('data-expanded')).toBe(true)
  expect(screen.queryByRole('checkbox')).toBeNull()
  unmount()
  measure = stubHeights({ content: 750, visible: 500 })
  render(
    <CollapsibleContent>
      <p>words</p>
    </CollapsibleContent>,
  )
  measure()
  expect(box().hasAttribute('data-expanded')).toBe(false)
})

it('is never cut for its author', () => {
  render(
    <CollapsibleContent authorId="u1" isOwn>
      <p>words</p>
    </CollapsibleContent>,
  )
  expect(box().hasAttribute('data-expanded')).toBe(true)
  expect(box().dataset.author).toBe('u1')
})

it('lets readers choose whole posts on this device, and undo it in the same place', () => {
  const measure = stubHeights({ content: 2000, visible: 2000 })
  const content = (
    <CollapsibleContent>
      <p>words</p>
    </CollapsibleContent>
  )
  const { unmount } = render(content)
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Read More' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Always show whole posts', checked: false }))
  expect(document.documentElement.hasAttribute('data-stoa-whole-posts')).toBe(true)
  unmount()

  render(content)
  measure()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Always show whole posts', checked: true }))
  expect(document.documentElement.hasAttribute('data-stoa-whole-posts')).toBe(false)
  expect(localStorage.getItem('stoa-whole-posts')).toBeNull()
  // This one stays as it is.
  expect(box().hasAttribute('data-expanded')).toBe(true)
})

it('is never cut if its top must stay whole', () => {
  render(
    <CollapsibleContent collapsible={false}>
      <p>words</p>
    </CollapsibleContent>,
  )
  expect(screen.queryByRole('link')).toBeNull()
})

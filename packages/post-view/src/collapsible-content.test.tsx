import { act, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { CollapsibleContent } from './collapsible-content.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
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

it('removes the button of short content from the tab order once measured', () => {
  let measured = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measured = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  render(
    <CollapsibleContent>
      <p>words</p>
    </CollapsibleContent>,
  )
  vi.stubGlobal('getComputedStyle', () => ({ maxHeight: '500px' }))
  const height = vi.spyOn(box(), 'clientHeight', 'get').mockReturnValue(500)
  act(() => measured())
  expect(box().hasAttribute('data-fits')).toBe(false)
  height.mockReturnValue(499)
  act(() => measured())
  expect(box().hasAttribute('data-fits')).toBe(true)
})

it('is never cut if its top must stay whole', () => {
  render(
    <CollapsibleContent collapsible={false}>
      <p>words</p>
    </CollapsibleContent>,
  )
  expect(screen.queryByRole('link')).toBeNull()
})

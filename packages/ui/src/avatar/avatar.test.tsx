import { fireEvent, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Avatar, initialsOf, tintOf } from './avatar.tsx'

it('takes the first letters of the first and the last word', () => {
  const names = [
    'Ada Lovelace',
    'plato',
    'Jean le Rond',
    '  ',
    '(Ada)',
    '😀 party',
    '张 伟',
    'ßeta',
    '_x_ Y',
    'demo_ada',
    'Jean-Luc',
  ]
  expect(names.map(initialsOf)).toEqual(['AL', 'P', 'JR', '', 'A', '😀P', '张伟', 'SS', 'XY', 'DA', 'JL'])
})

it('gives one id the same color always and spreads ids over all eight', () => {
  expect(tintOf('0abc')).toBe(tintOf('0abc'))
  expect(new Set(Array.from({ length: 200 }, (_, n) => tintOf(`user${n}`))).size).toBe(8)
})

it('is hidden from screen readers, because the name is next to it', () => {
  const html = renderToString(<Avatar name="Ada Lovelace" src="/a.webp" />)
  expect(html).toContain('aria-hidden="true"')
  expect(html).toMatch(/ alt(="")? /)
  expect(html).not.toContain('style=')
})

it('falls back to initials when the picture fails to load', () => {
  const { container, rerender } = render(<Avatar name="Ada" src="/gone.webp" />)
  fireEvent.error(container.querySelector('img')!)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('A')
  rerender(<Avatar name="Ada" src="/new.webp" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.webp')
  expect(container.querySelector('img')?.getAttribute('referrerpolicy')).toBe('no-referrer')
})

it('falls back to initials when the picture failed before hydration', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('EncodingError'))
  const { container } = render(<Avatar name="Ada" src="/gone.webp" />)
  await vi.waitFor(() => expect(container.querySelector('img')).toBeNull())
  vi.restoreAllMocks()
})

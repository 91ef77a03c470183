import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Picture } from './picture.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const image = () => document.querySelector('img')

it('keeps space and text of a picture that fails, and shows the next one', () => {
  const { rerender } = render(<Picture src="/a.png" alt="A boat" width={300} height={200} />)
  fireEvent.error(image() as HTMLImageElement)
  expect(image()?.hasAttribute('src')).toBe(false)
  expect(image()?.dataset.missing).toBe('true')
  expect([image()?.getAttribute('aria-label'), image()?.getAttribute('width')]).toEqual(['A boat', '300'])
  rerender(<Picture src="/b.png" alt="A boat" />)
  expect(image()?.getAttribute('src')).toBe('/b.png')
})

it('detects failures from before hydration', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('EncodingError'))
  render(<Picture src="/a.png" alt="" />)
  await vi.waitFor(() => expect(image()?.dataset.missing).toBe('true'))
})

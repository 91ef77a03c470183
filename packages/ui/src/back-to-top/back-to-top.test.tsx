import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BackToTop } from './back-to-top.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('appears when scrolling up far down, and leads back to the start of the content', () => {
  const scrollTo = vi.fn<() => void>()
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  render(
    <main>
      <BackToTop />
    </main>,
  )
  const scrollBy = (y: number) => {
    vi.stubGlobal('scrollY', y)
    act(() => void window.dispatchEvent(new Event('scroll')))
  }
  scrollBy(5100)
  expect(screen.queryByRole('button')).toBeNull()
  scrollBy(5000)
  fireEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

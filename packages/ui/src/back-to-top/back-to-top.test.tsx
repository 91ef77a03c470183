import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { BackToTop } from './back-to-top.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('appears only far down, and leads back to the start of the content', () => {
  const scrollTo = vi.fn<() => void>()
  vi.stubGlobal('scrollTo', scrollTo)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  render(
    <main>
      <BackToTop />
    </main>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  vi.stubGlobal('scrollY', 5000)
  act(() => void window.dispatchEvent(new Event('scroll')))
  fireEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

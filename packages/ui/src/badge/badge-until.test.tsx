import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BadgeUntil } from './badge-until.tsx'

const NOW = Date.UTC(2026, 9, 4, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

it('disappears when its time has come, and returns with a later one', async () => {
  const { container, rerender } = render(<BadgeUntil time={NOW + 60_000}>Promoted</BadgeUntil>)
  await act(() => vi.advanceTimersByTimeAsync(59_999))
  expect(container.textContent).toBe('Promoted')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(container.textContent).toBe('')
  rerender(<BadgeUntil time={NOW + 120_000}>Promoted</BadgeUntil>)
  expect(container.textContent).toBe('Promoted')
})

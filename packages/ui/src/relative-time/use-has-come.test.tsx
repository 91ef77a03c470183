import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useHasCome } from './use-has-come.ts'

const NOW = Date.UTC(2026, 9, 4, 12)
const DAY_MS = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

function Asked({ time }: { time: number }) {
  return <p>{useHasCome(time) ? 'come' : 'not yet'}</p>
}

it('detects that a time has come, also beyond the maximum delay of timers', async () => {
  const { container, rerender } = render(<Asked time={NOW + 60_000} />)
  expect(container.textContent).toBe('not yet')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(container.textContent).toBe('come')
  rerender(<Asked time={NOW + 40 * DAY_MS} />)
  expect(container.textContent).toBe('not yet')
  await act(() => vi.advanceTimersByTimeAsync(39 * DAY_MS))
  expect(container.textContent).toBe('not yet')
  await act(() => vi.advanceTimersByTimeAsync(DAY_MS))
  expect(container.textContent).toBe('come')
})

import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAppBadge } from './use-app-badge.ts'

const shown: number[] = []

afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
  shown.length = 0
})

function Badge({ unseen }: { unseen: number }) {
  useAppBadge(unseen)
  return null
}

test('the app’s badge follows the bell; zero and signing out clear it', () => {
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: vi.fn(async () => void shown.push(0)),
  })
  const { rerender, unmount } = render(<Badge unseen={2} />)
  rerender(<Badge unseen={3} />)
  rerender(<Badge unseen={0} />)
  rerender(<Badge unseen={1} />)
  unmount()
  expect(shown).toEqual([2, 3, 0, 1, 0])
})

test('browsers without a badge are no failure', () => {
  expect(() => render(<Badge unseen={2} />)).not.toThrow()
})

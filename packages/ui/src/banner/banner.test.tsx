import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Banner } from './banner.tsx'

afterEach(cleanup)

it('announces problems assertively and other messages politely', () => {
  render(
    <>
      <Banner tone="danger">Not sent.</Banner>
      <Banner title="Pending">Only you see this.</Banner>
    </>,
  )
  expect(screen.getByRole('alert').textContent).toBe('Not sent.')
  expect(screen.getByRole('status').textContent).toBe('PendingOnly you see this.')
})

it('can be dismissed only with a handler', () => {
  const onDismiss = vi.fn<() => void>()
  const { rerender } = render(<Banner>News</Banner>)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Banner onDismiss={onDismiss}>News</Banner>)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(onDismiss).toHaveBeenCalledOnce()
})

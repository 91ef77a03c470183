import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { createToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('announces politely, disappears by itself, and pauses on hover and focus', () => {
  const toasts = createToasts()
  render(<ToastRegion toasts={toasts} duration={1000} />)
  act(() => void toasts.show({ text: 'Link copied' }))
  expect(screen.getByRole('status').textContent).toBe('Link copied')
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }))
  act(() => void vi.advanceTimersByTime(5000))
  expect(screen.queryByText('Link copied')).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications' }))
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.queryByText('Link copied')).toBeNull()
})

it('keeps an error until it is dismissed', () => {
  const toasts = createToasts()
  render(<ToastRegion toasts={toasts} duration={1000} />)
  act(() => void toasts.show({ text: 'Not sent', tone: 'danger' }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByRole('alert').textContent).toBe('Not sent')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(toasts.getSnapshot()).toEqual([])
})

it('shows a repeated message once and runs its action once', () => {
  const toasts = createToasts()
  const onAction = vi.fn<() => void>()
  render(<ToastRegion toasts={toasts} />)
  act(() => {
    toasts.show({ text: 'Hidden', action: { label: 'Undo', onAction } })
    toasts.show({ text: 'Hidden', action: { label: 'Undo', onAction } })
  })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledOnce()
  expect(toasts.getSnapshot()).toEqual([])
})

it('keeps its snapshot until something changes', () => {
  const toasts = createToasts()
  const before = toasts.getSnapshot()
  toasts.dismiss(99)
  expect(toasts.getSnapshot()).toBe(before)
})

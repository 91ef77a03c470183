import { StoaError } from '@stoa/client'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { PushState } from '../../../push/device.ts'
import { ThisDevice } from './this-device.tsx'

const onTurnOn = vi.fn(async () => {})
const onTest = vi.fn(async () => true)

function Device({ first, next, fails = false }: { first: PushState; next: PushState; fails?: boolean }) {
  const [state, setState] = useState(first)
  const turn = async () => {
    await onTurnOn()
    if (fails) throw new StoaError('NETWORK', { message: '' })
    setState(next)
  }
  return <ThisDevice state={state} onTurnOn={turn} onTurnOff={turn} onTest={onTest} />
}

test('the browser’s question comes only after an explanation and a second press', async () => {
  onTurnOn.mockClear()
  render(<Device first="off" next="on" />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
  expect(screen.getByRole('dialog', { name: 'Turn on notifications?' })).toBeTruthy()
  expect(onTurnOn).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  const state = await screen.findByText('Notifications are on')
  expect(onTurnOn).toHaveBeenCalledOnce()
  await waitFor(() => expect(document.activeElement).toBe(state.closest('[role="status"]')))
})

test('“Not now” asks nothing', async () => {
  onTurnOn.mockClear()
  render(<Device first="off" next="on" />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onTurnOn).not.toHaveBeenCalled()
})

test('a failure is explained where it happened', async () => {
  render(<Device first="off" next="on" fails />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn on notifications' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Couldn’t reach the server')
})

test('a device that is on sends a test, and turning it off keeps the focus', async () => {
  render(<Device first="on" next="off" />)
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/^Sent/)).toBeTruthy()
  expect(onTest).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Notifications are off')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Notifications are off'))
})

test('a test that the push service doesn’t accept is no success', async () => {
  onTest.mockResolvedValueOnce(false)
  render(<Device first="on" next="off" />)
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The test wasn’t sent/)
  expect(screen.queryByText(/^Sent/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/^Sent/)).toBeTruthy()
  expect(screen.queryByText(/^The test wasn’t sent/)).toBeNull()
})

test('where the browser blocks it, the way to allow it is shown instead of a button', () => {
  render(<Device first="blocked" next="on" />)
  expect(screen.getByText('Your browser blocks notifications')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

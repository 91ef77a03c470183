import { StoaError } from '@stoa/client'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DemoAccounts } from './demo-accounts.tsx'

afterEach(cleanup)

test('a press signs in to the chosen account; an error is shown', async () => {
  const refusal = new StoaError('RATE_LIMITED', { message: 'You have reached the rate limit.' })
  const onSignIn = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue(undefined)
  const accounts = [
    { username: 'demo_newt', name: 'Newt', role: 'member', image: '/media/demo/newt.svg' },
    { username: 'demo_heron', name: 'Grey Heron', role: 'owner', image: '/media/demo/heron.svg' },
  ] as const
  render(<DemoAccounts demo={{ password: 'Secret-1', accounts }} onSignIn={onSignIn} />)
  await userEvent.click(screen.getByRole('button', { name: /Grey Heron.*Community owner/ }))
  expect(onSignIn).toHaveBeenLastCalledWith({ login: 'demo_heron', password: 'Secret-1' })
  expect(await screen.findByText('You have reached the rate limit.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^.*Newt.*Member$/ }))
  expect(onSignIn).toHaveBeenLastCalledWith({ login: 'demo_newt', password: 'Secret-1' })
  expect(screen.queryByText('You have reached the rate limit.')).toBeNull()
})

import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MergeAccounts } from './merge-accounts.tsx'
import { arrivalOf, forgetJourney, keepJourney } from './merge-proof.ts'
import { MergedAccounts } from './merged-accounts.tsx'

const NOBODY_LEFT = { onLeave: async () => {}, onForget: () => {} }

test('two accounts are merged after proof and choice, which names the merged one', async () => {
  const onMerge = vi.fn(async () => {})
  const onProve = vi
    .fn(async () => ({ proof: 'the proof', account: { username: 'old_newt' } }))
    .mockRejectedValueOnce(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS))
  render(<MergeAccounts username="newt" onProve={onProve} onMerge={onMerge} {...NOBODY_LEFT} />)
  await userEvent.type(screen.getByLabelText(/^Other account’s username/), ' old_newt {Enter}')
  expect(onProve).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Other account’s password/))
  await userEvent.type(screen.getByLabelText(/^Other account’s password/), 'Stoa-demo-1{Enter}')
  expect(await screen.findByText(/Wrong username or password/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onProve).toHaveBeenLastCalledWith({ login: 'old_newt', password: 'Stoa-demo-1' })
  expect((await screen.findByText(/^Posts and comments by/, { selector: 'li' })).textContent).toBe(
    'Posts and comments by @old_newt appear under @newt.',
  )
  expect(screen.queryByText(/signed out here/)).toBeNull()
  await userEvent.click(screen.getByLabelText('@old_newt'))
  expect(screen.getByText(/signed out here/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Merge accounts' }))
  expect(onMerge).toHaveBeenCalledWith({ proof: 'the proof', mainAccount: 'other' })
})

test('the other account’s password can be shown during typing', async () => {
  render(<MergeAccounts username="newt" onProve={vi.fn()} onMerge={vi.fn()} {...NOBODY_LEFT} />)
  const password = () => screen.getByLabelText<HTMLInputElement>(/^Other account’s password/)
  await userEvent.type(password(), 'Stoa-demo-1')
  expect(password().type).toBe('password')
  await userEvent.click(screen.getByLabelText('Show password'))
  expect([password().type, password().value]).toEqual(['text', 'Stoa-demo-1'])
  await userEvent.click(screen.getByLabelText('Show password'))
  expect(password().type).toBe('password')
})

test('a merge is undone', async () => {
  const onUndo = vi.fn(async () => {})
  const accounts = [{ userId: 'a', username: 'old_newt', mergedAt: 0 }]
  render(<MergedAccounts accounts={accounts} failed={false} onRetry={() => {}} onUndo={onUndo} />)
  await userEvent.click(screen.getByRole('button', { name: 'Undo the merge with @old_newt' }))
  expect(onUndo).toHaveBeenCalledWith('a')
  await waitFor(() =>
    expect(screen.getByText('@old_newt is a separate account again. All other devices were signed out.')).toBeTruthy(),
  )
})

test('only the latest of several merges can be undone, with an explanation', () => {
  const accounts = ['first_newt', 'last_newt'].map((username) => ({ userId: username, username, mergedAt: 0 }))
  render(<MergedAccounts accounts={accounts} failed={false} onRetry={() => {}} onUndo={async () => {}} />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Undo the merge with @last_newt',
  ])
  expect(screen.getByText(/^Only the latest merge can be undone/)).toBeTruthy()
})

test('an account without a password is named, and its owner signs in to it', async () => {
  const onLeave = vi.fn(async () => {})
  const never = vi.fn(async () => ({ proof: '', account: { username: '' } }))
  render(<MergeAccounts {...NOBODY_LEFT} username="newt" onProve={never} onMerge={never} onLeave={onLeave} />)
  await userEvent.click(screen.getByRole('button', { name: 'That account has no password' }))
  const field = screen.getByLabelText(/^Other account’s username/)
  expect(document.activeElement).toBe(field)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in to the other account' }))
  expect(onLeave).not.toHaveBeenCalled()
  expect(screen.getByText('Enter the other account’s username.')).toBeTruthy()
  await userEvent.type(field, ' @old_newt{Enter}')
  expect(onLeave).toHaveBeenCalledWith('old_newt')
})

test('after returning, the member chooses with the proof of the previous account', async () => {
  const [onMerge, onForget] = [vi.fn(async () => {}), vi.fn()]
  const arrival = { proof: 'brought along', account: { username: 'newt' } }
  const never = vi.fn(async () => arrival)
  const props = { ...NOBODY_LEFT, username: 'old_newt', onProve: never, onMerge, onForget }
  render(<MergeAccounts {...props} arrival={arrival} />)
  await userEvent.click(screen.getByLabelText('@newt'))
  await userEvent.click(screen.getByRole('button', { name: 'Merge accounts' }))
  expect(onMerge).toHaveBeenCalledWith({ proof: 'brought along', mainAccount: 'other' })
  await userEvent.click(screen.getByRole('button', { name: 'Another account' }))
  expect(onForget).toHaveBeenCalled()
  expect(screen.getByLabelText(/^Other account’s password/)).toBeTruthy()
})

test('a proof is only accepted for its account, in time', () => {
  const journey = { proof: 'p', account: { username: 'newt' }, partner: 'Old_newt', expiresAt: 1000 }
  keepJourney(journey)
  expect(arrivalOf('old_newt', 999)).toEqual({ proof: 'p', account: { username: 'newt' } })
  expect(arrivalOf('third', 999)).toBe('elsewhere')
  expect(arrivalOf('old_newt', 1000)).toBe('expired')
  expect(arrivalOf('old_newt', 1000)).toBeNull()
  keepJourney(journey)
  expect(arrivalOf('newt', 999)).toBeNull()
  expect(arrivalOf('old_newt', 999)).toBeNull()
  keepJourney(journey)
  forgetJourney()
  expect(arrivalOf('old_newt', 999)).toBeNull()
})

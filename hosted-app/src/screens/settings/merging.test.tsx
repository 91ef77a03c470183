import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MergeAccounts } from './merge-accounts.tsx'
import { MergedAccounts } from './merged-accounts.tsx'

test('two accounts are merged by proof and choice; the one that is given up is named', async () => {
  const onMerge = vi.fn(async () => {})
  const onProve = vi
    .fn(async () => ({ proof: 'the proof', account: { username: 'old_newt' } }))
    .mockRejectedValueOnce(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS))
  render(<MergeAccounts username="newt" onProve={onProve} onMerge={onMerge} />)
  await userEvent.type(screen.getByLabelText(/^Username or e-mail/), ' old_newt {Enter}')
  expect(onProve).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/))
  await userEvent.type(screen.getByLabelText(/^Password/), 'Stoa-demo-1{Enter}')
  expect(await screen.findByText(/not the name and password/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onProve).toHaveBeenLastCalledWith({ login: 'old_newt', password: 'Stoa-demo-1' })
  expect((await screen.findByText(/^What/, { selector: 'li' })).textContent).toBe(
    'What @old_newt wrote is read as written by @newt.',
  )
  expect(screen.queryByText(/signed out here/)).toBeNull()
  await userEvent.click(screen.getByLabelText('@old_newt'))
  expect(screen.getByText(/signed out here/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Merge accounts' }))
  expect(onMerge).toHaveBeenCalledWith({ proof: 'the proof', mainAccount: 'other' })
})

test('a merge is undone', async () => {
  const onUndo = vi.fn(async () => {})
  render(<MergedAccounts accounts={[{ userId: 'a', username: 'old_newt', mergedAt: 0 }]} onUndo={onUndo} />)
  await userEvent.click(screen.getByRole('button', { name: 'Undo the merge with @old_newt' }))
  expect(onUndo).toHaveBeenCalledWith('a')
  await waitFor(() => expect(screen.getByText('@old_newt is an account of its own again.')).toBeTruthy())
})

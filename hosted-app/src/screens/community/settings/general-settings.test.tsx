import { StoaError } from '@stoa/client'
import { type CallInput, errors } from '@stoa/contract'
import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt } from '../../../testing/forum-at.tsx'

// It would still be loading when the test ends.
vi.mock('@stoa/editor', async (load) => ({ ...(await load()), Editor: () => null }))

function show(accent?: string) {
  const community = exampleCommunity({ accent })
  const communityEdit = vi.fn((input: CallInput<'communityEdit'>) => ({
    community: { ...community, accent: input.accent || undefined },
  }))
  render(
    <ForumAt
      path="/bbs/FORUM/admin-settings/general"
      viewer={exampleMe({ tokenPermissions: { FORUM: ['editBBS'] } })}
      communities={[community]}
      callResponses={{ communityEdit }}
    />,
  )
  return communityEdit
}
const color = () => screen.findByLabelText<HTMLInputElement>('Custom color')
const pick = async (value: string) => fireEvent.input(await color(), { target: { value } })
const bar = () => screen.queryByRole('group', { name: 'Unsaved changes' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name, busy: false }))
const changes = async () =>
  (await screen.findByRole('group', { name: 'Unsaved changes' })).querySelector('p')?.textContent

test('the color is saved with the other fields', async () => {
  const communityEdit = show()
  await pick('#7d2a28')
  expect(await changes()).toBe('1 unsaved change: Color')
  await press('Save')
  await waitFor(() => expect(bar()).toBeNull())
  expect(communityEdit.mock.lastCall?.[0]).toMatchObject({ tokenName: 'FORUM', accent: '#7d2a28' })
  expect((await color()).value).toBe('#7d2a28')
})

const pickDefault = async () => userEvent.click(await screen.findByRole('radio', { name: 'Default' }))

test('the default color is a change to save; Discard restores the color', async () => {
  const communityEdit = show('#7d2a28')
  await pickDefault()
  expect(await changes()).toBe('1 unsaved change: Color')
  await press('Discard')
  await waitFor(() => expect(bar()).toBeNull())
  expect((await color()).value).toBe('#7d2a28')
  await pickDefault()
  await press('Save')
  await waitFor(() => expect(bar()).toBeNull())
  expect(communityEdit.mock.lastCall?.[0].accent).toBe('')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Default' }).checked).toBe(true)
})

test('taking away a color that somebody else has taken away first is no conflict', async () => {
  const communityEdit = show('#7d2a28')
  await pickDefault()
  communityEdit.mockImplementationOnce(() => {
    const community = exampleCommunity({ accent: undefined, revision: 9 })
    throw new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { community } })
  })
  await press('Save')
  await waitFor(() => expect(bar()).toBeNull())
  expect(communityEdit.mock.calls.map(([{ accent, revision }]) => [accent, revision])).toEqual([
    ['', expect.any(Number)],
    ['', 9],
  ])
})

test('a color that is too light isn’t saved; the error is at the field', async () => {
  const communityEdit = show()
  await pick('#ffd400')
  await press('Save')
  expect(document.activeElement).toBe(await color())
  expect(await screen.findByText(/This color is too light/)).toBeTruthy()
  expect(communityEdit).not.toHaveBeenCalled()
})

import { StoaError } from '@stoa/client'
import { type CallInput, CommunityStatus, errors } from '@stoa/contract'
import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ForumAt } from '../../../testing/forum-at.tsx'

/** A server on which somebody else saves first. */
function overtaking(theirs: Parameters<typeof exampleCommunity>[0]) {
  let community = exampleCommunity({ ...theirs, revision: 9 })
  return vi.fn(({ tokenName: _, revision, archived: __, ...change }: CallInput<'communityEdit'>) => {
    if (revision !== community.revision) {
      throw new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { community } })
    }
    community = exampleCommunity({ ...community, ...(change as object), revision: revision + 1 })
    return { community }
  })
}
const show = (tab: string, communityEdit: ReturnType<typeof overtaking>) =>
  render(
    <ForumAt
      path={`/bbs/FORUM/admin-settings/${tab}`}
      viewer={exampleMe({ tokenOwner: ['FORUM'], joinedCommunities: ['FORUM'] })}
      callResponses={{ communityEdit }}
    />,
  )
async function chooseSlowMode(seconds: string) {
  const field = await screen.findByLabelText<HTMLSelectElement>('Slow mode')
  fireEvent.change(field, { target: { value: seconds } })
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  return field
}

test('conflicting waits are both shown, and saving one’s own keeps it', async () => {
  const communityEdit = overtaking({ slowModeSeconds: 60 })
  show('posting', communityEdit)
  const field = await chooseSlowMode('300')
  await screen.findByText('Now: 1 minute')
  expect(screen.getByText('Yours: 5 minutes')).toBeTruthy()
  expect(field.value).toBe('300')
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(screen.queryByText(/Someone else/)).toBeNull())
  expect(field.value).toBe('300')
  expect(communityEdit.mock.calls.at(-1)?.[0]).toMatchObject({ revision: 9, slowModeSeconds: 300 })
  expect(document.activeElement).toBe(field)
})

test('discarding one’s own wait keeps the other one', async () => {
  const communityEdit = overtaking({ slowModeSeconds: 60 })
  show('posting', communityEdit)
  const field = await chooseSlowMode('300')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard mine' }))
  expect(field.value).toBe('60')
  expect(screen.queryByText(/Someone else/)).toBeNull()
  expect(document.activeElement).toBe(field)
  expect(communityEdit).toHaveBeenCalledOnce()
})

test('changes are saved together, and other people’s stay', async () => {
  const communityEdit = overtaking({ postTypes: ['community', 'story'], approvePosts: false })
  show('posting', communityEdit)
  fireEvent.click(await screen.findByLabelText('Responses to posts'))
  fireEvent.click(screen.getByLabelText('Show the rules above the editor'))
  expect(communityEdit).not.toHaveBeenCalled()
  const bar = await screen.findByRole('group', { name: 'Unsaved changes' })
  expect(bar.textContent).toContain('2 unsaved changes: Responses to posts, Show the rules above the editor')
  expect(screen.getByLabelText<HTMLInputElement>('Show the rules above the editor').checked).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull())
  expect(communityEdit).toHaveBeenCalledTimes(2)
  expect(communityEdit.mock.lastCall?.[0]).toEqual({
    tokenName: 'FORUM',
    revision: 9,
    postTypes: ['community', 'story', 'response'],
    showRules: false,
  })
})

test('two people archiving at once is no conflict', async () => {
  const communityEdit = overtaking({ publishStatus: CommunityStatus.archived })
  show('archive', communityEdit)
  fireEvent.click(await screen.findByRole('button', { name: 'Archive community' }))
  const [submit] = (await screen.findAllByRole('button', { name: 'Archive community' })).slice(-1)
  fireEvent.click(submit as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Unarchive community' })).toBeTruthy()
})

import type { Activity } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt } from '../../../testing/forum-at.tsx'

const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })
const person = { userId: exampleId(2, 'u'), username: 'otter', displayName: 'River Otter', slugUrl: 'otter' }
const item: Activity = {
  id: exampleId(1, 'a'),
  tokenName: 'FORUM',
  at: EXAMPLE_NOW,
  action: 'commentHidden',
  reason: 'spam',
  until: null,
  actor: { ...person, role: 'moderator' },
  person: null,
  postId: exampleId(1, 'p'),
  commentId: exampleId(1, 'c'),
  post: { title: 'Boats', slugUrl: 'boats', kind: 'community' },
  given: [],
  taken: [],
  changes: [],
  undoes: null,
  undone: false,
  reinstated: false,
  canUndo: false,
  undoBlock: 'newer',
  bansAgain: null,
}

function show(search = '') {
  const communityActivity = vi.fn((_input: object) => ({ items: [item], cursor: null, hasMore: false }))
  render(<ForumAt path={`/bbs/FORUM/tab/activity${search}`} viewer={guard} callResponses={{ communityActivity }} />)
  return { communityActivity, lastInput: () => communityActivity.mock.lastCall?.[0] }
}

test('the log is filtered by kind, by action and by username', async () => {
  const { lastInput } = show()
  const choose = async (group: string, name: string) => {
    await userEvent.click(
      await within(await screen.findByRole('group', { name: group })).findByRole('button', { name }),
    )
  }
  await choose('Action', 'Comments')
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM', group: 'comments' }))
  await choose('Action', 'Ownership')
  // Actions that only occur in notifications can't be chosen.
  const offered = await screen.findByRole('group', { name: 'Ownership' })
  expect(within(offered).queryByRole('button', { name: 'Ownership received' })).toBeNull()
  await choose('Action', 'Roles')
  await choose('Roles', 'Partners added')
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM', action: 'partnerAdded' }))
  await userEvent.type(screen.getByLabelText('By or about'), '@otter{Enter}')
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM', action: 'partnerAdded', username: 'otter' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM' }))
  expect((screen.getByLabelText('By or about') as HTMLInputElement).value).toBe('')
})

test('an entry names its post and roles, and filters the log by its people or item, until removed', async () => {
  const { lastInput } = show()
  const list = await screen.findByRole('list', { name: 'Moderation log' })
  expect(within(list).getByRole('link', { name: 'Boats' }).getAttribute('href')).toBe('/bbs/FORUM/community/boats')
  expect(list.textContent).toContain('River Otter Moderator hid a comment by someone without an account')
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Show only…' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('By River Otter')
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM', actorId: person.userId }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }))
  await choose('Only this comment')
  await waitFor(() => expect(lastInput()).toMatchObject({ actorId: person.userId, subjectId: item.commentId }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: By River Otter' }))
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM', subjectId: item.commentId }))
})

test('days are filtered once their year is plausible, in local time', async () => {
  const { lastInput, communityActivity } = show()
  await screen.findByRole('list', { name: 'Moderation log' })
  const from = () => screen.getByLabelText('From')
  // Values that a browser reports while 10/15/2026 is typed.
  for (const value of ['0002-10-15', '0020-10-15', '0202-10-15']) fireEvent.input(from(), { target: { value } })
  expect(communityActivity).toHaveBeenCalledTimes(1)
  expect((from() as HTMLInputElement).value).toBe('0202-10-15')
  fireEvent.input(from(), { target: { value: '2026-10-15' } })
  await waitFor(() => expect(lastInput()).toEqual({ tokenName: 'FORUM', since: new Date(2026, 9, 15).getTime() }))
  fireEvent.input(screen.getByLabelText('To'), { target: { value: '2026-10-31' } })
  await waitFor(() => expect(lastInput()).toMatchObject({ until: new Date(2026, 10, 1).getTime() }))
  fireEvent.input(from(), { target: { value: '0019-10-15' } })
  fireEvent.blur(from())
  expect(await screen.findByText('Use a year between 2000 and 2100.')).toBeTruthy()
  expect((from() as HTMLInputElement).value).toBe('2026-10-15')
})

test('the filters are read from the address, with labels from the entries', async () => {
  const { lastInput } = show(
    `?group=comments&username=otter&from=2026-10-15&to=0002-01-01&actorId=${person.userId}&subjectId=nonsense&action=none`,
  )
  const filters = await screen.findByRole('group', { name: 'Filters' })
  await within(filters).findByRole('button', { name: 'Remove filter: By River Otter' })
  expect(lastInput()).toEqual({
    tokenName: 'FORUM',
    group: 'comments',
    username: 'otter',
    actorId: person.userId,
    since: new Date(2026, 9, 15).getTime(),
  })
  expect(within(filters).getByRole('button', { name: 'Comments', pressed: true })).toBeTruthy()
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('2026-10-15')
  expect((screen.getByLabelText('By or about') as HTMLInputElement).value).toBe('otter')
})

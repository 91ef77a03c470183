import type { Activity } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })
const person = { userId: exampleId(2, 'u'), username: 'otter', displayName: 'River Otter', slugUrl: 'otter' }
const item: Activity = {
  ...{ id: exampleId(1, 'a'), at: EXAMPLE_NOW, action: 'commentHidden', reason: 'spam', until: null },
  ...{ actor: { ...person, role: 'moderator' }, person: null, postId: exampleId(1, 'p'), commentId: exampleId(1, 'c') },
  post: { title: 'Boats', slugUrl: 'boats', kind: 'community' },
  ...{
    given: [],
    taken: [],
    changes: [],
    undoes: null,
    undone: false,
    reinstated: false,
    canUndo: false,
    undoBlock: 'newer',
    bansAgain: null,
  },
}

function show() {
  const communityActivity = vi.fn((_input: object) => ({ items: [item], cursor: null, hasMore: false }))
  render(<ForumAt path="/bbs/FORUM/tab/activity" viewer={guard} answers={{ communityActivity }} />)
  return { asked: () => communityActivity.mock.lastCall?.[0] }
}

test('the log is filtered by kind, by action and by username', async () => {
  const { asked } = show()
  const kinds = await screen.findByLabelText('Action')
  await userEvent.selectOptions(kinds, 'All about comments')
  await waitFor(() => expect(asked()).toEqual({ tokenName: 'FORUM', group: 'comments' }))
  await userEvent.selectOptions(await screen.findByLabelText('Action'), 'Partners added')
  await waitFor(() => expect(asked()).toEqual({ tokenName: 'FORUM', action: 'partnerAdded' }))
  await userEvent.type(screen.getByLabelText('By or about'), '@otter{Enter}')
  await waitFor(() => expect(asked()).toEqual({ tokenName: 'FORUM', action: 'partnerAdded', username: 'otter' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked()).toEqual({ tokenName: 'FORUM' }))
  expect((screen.getByLabelText('By or about') as HTMLInputElement).value).toBe('')
})

test('an entry names its post and roles, and narrows the log to its people and item, each taken off again', async () => {
  const { asked } = show()
  const list = await screen.findByRole('list', { name: 'Moderation log' })
  expect(within(list).getByRole('link', { name: 'Boats' }).getAttribute('href')).toBe('/bbs/FORUM/community/boats')
  expect(list.textContent).toContain('River Otter Moderator hid a comment by someone without an account')
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Show only…' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('By River Otter')
  await waitFor(() => expect(asked()).toEqual({ tokenName: 'FORUM', actorId: person.userId }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }))
  await choose('Only this comment')
  await waitFor(() => expect(asked()).toMatchObject({ actorId: person.userId, subjectId: item.commentId }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: By River Otter' }))
  await waitFor(() => expect(asked()).toEqual({ tokenName: 'FORUM', subjectId: item.commentId }))
})

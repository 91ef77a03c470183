import { StoaError } from '@stoa/client'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

const heron = {
  userId: exampleId(1, 'u'),
  username: 'heron',
  displayName: 'Grey Heron',
  slugUrl: 'heron',
  imageUrl: '',
}
const otter = { userId: exampleId(2, 'u'), username: 'otter', displayName: 'Otter', slugUrl: 'otter', imageUrl: '' }
const ban = { isMember: false, at: EXAMPLE_NOW, until: 0, kind: 'ban' as const, reason: 'Sells boats' }
const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })
const members = [heron, otter].map((person) => ({ ...person, joinedAt: EXAMPLE_NOW, isPartner: false }))

const show = (content: ForumContent & { path: string }) => render(<ForumAt viewer={guard} {...content} />)
const item = async (name: string) => {
  const link = await screen.findByRole('link', { name })
  return within(link.closest('li') as HTMLElement)
}

test('managers of a community see banned people in the member list, updated by decisions at once', async () => {
  const communityBans = vi.fn(() => ({ items: [{ ...heron, ...ban }], cursor: null, hasMore: false }))
  show({ path: '/bbs/FORUM/tab/holders', members, callResponses: { communityBans } })
  expect(await (await item('Grey Heron')).findByText(/^Banned/)).toBeTruthy()
  expect((await item('Otter')).queryByText(/^Banned/)).toBeNull()
  expect(communityBans).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ memberIds: `${heron.userId},${otter.userId}` }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Otter' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Ban…' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Permanently', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Ban permanently', hidden: true }))
  expect(await (await item('Otter')).findByText(/^Banned/)).toBeTruthy()
  cleanup()
  for (const viewer of [null, exampleMe()]) {
    show({ path: '/bbs/FORUM/tab/holders', members, viewer, callResponses: { communityBans } })
    await screen.findByRole('link', { name: 'Otter' })
    expect([screen.queryByText(/^Banned/), screen.queryByRole('link', { name: 'Banned' })]).toEqual([null, null])
    cleanup()
  }
  expect(communityBans).toHaveBeenCalledTimes(1)
})

test('the member list offers no actions on oneself', async () => {
  const { id: userId } = guard
  show({ path: '/bbs/FORUM/tab/holders', members: [{ ...members[0], userId, displayName: 'Me' } as never] })
  await screen.findByRole('link', { name: 'Me' })
  expect(screen.queryByRole('button', { name: 'Manage Me' })).toBeNull()
})

test('banned people are found and unbanned, members or not', async () => {
  const standing = { isMember: false, ban: { until: 0, kind: 'ban' as const, reason: '', at: EXAMPLE_NOW } }
  show({ path: '/bbs/FORUM/tab/holders', members: [], banned: [{ ...heron, ...ban }], standing })
  await userEvent.click(await screen.findByRole('link', { name: 'Banned' }))
  expect(await (await item('Grey Heron')).findByText(/not a member/)).toBeTruthy()
  expect((await item('Grey Heron')).getByText('Sells boats')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Manage Grey Heron' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unban…' }))
  await userEvent.click(screen.getByRole('button', { name: 'Unban', hidden: true }))
  expect(await (await item('Grey Heron')).findByText(/unbanned/)).toBeTruthy()
  expect((await item('Grey Heron')).queryByText(/^Banned/)).toBeNull()
})

test('a list of bans that can’t be loaded shows an error and a retry', async () => {
  const communityBans = vi
    .fn(() => ({ items: [{ ...heron, ...ban }], cursor: null, hasMore: false }))
    .mockImplementationOnce(() => {
      throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    })
  show({ path: '/bbs/FORUM/tab/holders?type=banned', callResponses: { communityBans } })
  expect(await screen.findByText('Couldn’t load the banned members')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Grey Heron')).toBeTruthy()
})

test('an admin without two-step verification sees why a screen is closed, others don’t', async () => {
  const refusing = ['holders?type=banned', 'reports'].map((tab) => `/bbs/FORUM/tab/${tab}`)
  for (const path of refusing) {
    show({ path, viewer: exampleMe(), account: { mustHaveSecondFactor: true } })
    const link = await screen.findByRole('link', { name: 'Set up two-step verification' })
    expect(link.getAttribute('href')).toBe('/bbs/my-account/settings/security#two-step')
    cleanup()
    show({ path, viewer: exampleMe() })
    await screen.findByText(/^(You can’t see this list|You don’t moderate this community)$/)
    expect(screen.getByRole('link', { name: 'Go to the community' }).getAttribute('href')).toBe('/bbs/FORUM')
    cleanup()
    show({ path, viewer: null })
    // Visitors sign in first.
    await screen.findByLabelText('Username or email')
    cleanup()
  }
})

import type { Activity, CallInput, ContentRules, Member, Standing } from '@stoa/contract'
import { EXAMPLE_NOW, exampleCommunity, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

const member: Member = {
  userId: exampleId(1, 'u'),
  username: 'grey_heron',
  displayName: 'Grey Heron',
  slugUrl: 'grey-heron',
  imageUrl: '',
  joinedAt: EXAMPLE_NOW,
  isPartner: false,
}
const owner = exampleMe({ tokenOwner: ['FORUM'] })

const show = (content: ForumContent = {}) =>
  render(<ForumAt path="/bbs/FORUM/tab/holders" members={[member]} viewer={owner} {...content} />)

async function choose(item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Grey Heron' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

async function offered(content: ForumContent): Promise<(string | null)[]> {
  show(content)
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Grey Heron' }))
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

test('members and visitors see no actions', async () => {
  for (const viewer of [exampleMe(), null]) {
    show({ viewer })
    expect(await screen.findByText('Grey Heron')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Manage/ })).toBeNull()
    cleanup()
  }
})

test('a manager of the community sees permitted actions, and none for higher roles', async () => {
  const everything = ['Member card', 'Make partner', 'Make moderator', 'Permissions…', 'Warn…', 'Time out…', 'Ban…']
  expect(await offered({})).toEqual(everything)
  cleanup()
  const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })
  expect(await offered({ viewer: guard })).toEqual(['Time out…', 'Ban…'])
  cleanup()
  show({ viewer: guard, standing: { permissions: ['pinPost'] } })
  await userEvent.click(await screen.findByRole('button', { name: 'Manage Grey Heron' }))
  expect(await screen.findByText('You can’t manage Grey Heron.')).toBeTruthy()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Manage Grey Heron' })).toBeNull()
  expect(document.activeElement?.className).toBe('stoa-menu')
})

test('holders of permissions that concern no members see no menu, but may report', async () => {
  const viewer = exampleMe({ tokenPermissions: { FORUM: ['pinPost', 'editBBS', 'hidePremiumContent', 'blockChat'] } })
  show({ viewer: { ...viewer, id: exampleId(9, 'v') } })
  expect(await screen.findByRole('button', { name: 'More about Grey Heron' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Manage/ })).toBeNull()
})

test('a ban has a duration, can hide content, and can be lifted', async () => {
  show()
  await choose('Ban…')
  const dialog = await screen.findByRole('dialog', { name: 'Ban Grey Heron' })
  await userEvent.click(within(dialog).getByRole('radio', { name: '3 days' }))
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Hide Grey Heron’s content' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ban for 3 days' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('Unban…')
  const lifting = await screen.findByRole('dialog', { name: 'Unban Grey Heron?' })
  expect(within(lifting).getByText('Content hidden with the ban will be restored.')).toBeTruthy()
  await userEvent.click(within(lifting).getByRole('button', { name: 'Unban' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('hidden content of a higher role can be restored by those who lift bans', async () => {
  const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })
  const standing = { isOwner: true, contentHidden: true }
  expect(await offered({ viewer: guard, standing })).toEqual(['Restore hidden content'])
})

test('decisions not made by a member are attributed to the forum', async () => {
  const [actor, person] = [null, { userId: exampleId(2, 'u'), username: 'reed', displayName: 'Reed', slugUrl: 'reed' }]
  const about = {
    reason: '',
    postId: null,
    commentId: null,
    post: null,
    until: null,
    given: [],
    taken: [],
    changes: [],
    undoes: null,
    undone: false,
    reinstated: false,
    canUndo: false,
    undoBlock: null,
    bansAgain: null,
    at: EXAMPLE_NOW,
    tokenName: 'FORUM',
  }
  const activity: Activity[] = [{ ...about, id: exampleId(1, 'c'), action: 'contentRestored', actor, person }]
  render(<ForumAt path="/bbs/FORUM/tab/activity" viewer={owner} activity={activity} />)
  const item = await screen.findByText('Reed')
  expect(item.closest('p')?.textContent).toBe('The forum restored Reed’s content')
})

test('an error is shown in the dialog, which stays open', async () => {
  show({ calls: { userBan: 'fails' } })
  await choose('Ban…')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ban for 1 day' }))
  expect(await within(dialog).findByText(/Couldn’t reach the server/)).toBeTruthy()
})

test('viewers can grant only their own permissions, and revoke any', async () => {
  const viewer = exampleMe({ tokenPermissions: { FORUM: ['approveAdmin', 'hideContent', 'banUser'] } })
  show({ viewer, standing: { permissions: ['banUser', 'approveAdmin'] } })
  await choose('Permissions…')
  const dialog = await screen.findByRole('dialog', { name: 'Grey Heron’s permissions' })
  const boxes = within(dialog).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes).toHaveLength(9)
  expect(boxes.filter((box) => !box.disabled).map((box) => box.checked)).toEqual([true, true, false])
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Ban members' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await choose('Permissions…')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ban members' }).checked).toBe(false)
})

test('a banned founder sees no actions and no names in the log', async () => {
  const viewer = exampleMe({ bannedCommunities: { FORUM: 0 } })
  const communities = [exampleCommunity({ creatorID: viewer.id })]
  show({ viewer, communities })
  expect(await screen.findByText('Grey Heron')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Manage/ })).toBeNull()
  cleanup()
  render(<ForumAt path="/bbs/FORUM/tab/activity" viewer={viewer} communities={communities} />)
  expect(await screen.findByText(/No one is named/)).toBeTruthy()
  cleanup()
  show({ viewer: exampleMe({ tokenOwner: ['FORUM'] }), communities })
  expect(await screen.findByRole('button', { name: /Manage/ })).toBeTruthy()
})

test('former members can’t be granted anything, but their suspended permissions can be revoked', async () => {
  expect(await offered({ standing: { isMember: false } })).toEqual(['Member card', 'Warn…', 'Time out…', 'Ban…'])
  cleanup()
  show({ standing: { isMember: false, permissions: ['banUser'] } })
  await choose('Permissions…')
  const boxes = within(await screen.findByRole('dialog')).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.filter((box) => !box.disabled).map((box) => box.checked)).toEqual([true])
})

test('an email address is shown, or that there is none', async () => {
  const viewer = exampleMe({ tokenOwner: ['FORUM'], tokenPermissions: { FORUM: ['viewUserEmail'] } })
  show({ viewer, email: 'heron@river.example' })
  await choose('Show email')
  expect(await screen.findByRole('link', { name: 'heron@river.example' })).toBeTruthy()
  cleanup()
  show({ viewer })
  await choose('Show email')
  expect(await screen.findByText(/^Grey Heron has no confirmed email address/)).toBeTruthy()
})

test('the log with names is for managers of the community', async () => {
  const personFields = { userId: member.userId, username: 'heron', displayName: 'Grey Heron', slugUrl: 'grey-heron' }
  const item: Activity = {
    id: exampleId(1, 'a'),
    at: EXAMPLE_NOW,
    tokenName: 'FORUM',
    action: 'banned',
    actor: { ...personFields, displayName: 'River Otter' },
    person: personFields,
    postId: null,
    commentId: null,
    post: null,
    reason: 'Spam',
    until: 0,
    given: [],
    taken: [],
    changes: [],
    undoes: null,
    undone: false,
    reinstated: false,
    canUndo: false,
    undoBlock: null,
    bansAgain: null,
  }
  const path = '/bbs/FORUM/tab/activity'
  render(<ForumAt path={path} viewer={owner} activity={[item]} />)
  const list = await screen.findByRole('list', { name: 'Moderation log' })
  expect(list.textContent).toContain('River Otter banned Grey Heron')
  expect(list.textContent).toContain('Reason: Spam')
  expect(list.textContent).toContain('Permanently')
  // A banned former member is found here, so the ban can be lifted.
  await choose('Ban…')
  expect(await screen.findByRole('dialog', { name: 'Ban Grey Heron' })).toBeTruthy()
  cleanup()
  const publicDecision = {
    id: item.id,
    at: item.at,
    action: 'postHidden',
    by: 'community',
    reason: 'spam',
    post: { title: 'Boats', slugUrl: 'boats', kind: 'community' },
    commentId: null,
    undone: false,
  } as const
  render(<ForumAt path={path} activity={[item]} publicDecisions={[publicDecision]} />)
  expect(await screen.findByText(/Moderators hid a post/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Boats' }).getAttribute('href')).toBe('/bbs/FORUM/community/boats')
  expect(screen.queryByText(/River Otter/)).toBeNull()
})

test('a banned member sees the ban and its end', async () => {
  for (const [until, words] of [
    [Date.now() + 3_600_000, /You can write here again/],
    [0, /ban is permanent/],
  ] as const) {
    show({ viewer: exampleMe({ bannedCommunities: { FORUM: until } }) })
    expect(await screen.findByText('You were banned from this community.')).toBeTruthy()
    expect(screen.getByText(words)).toBeTruthy()
    cleanup()
  }
})

test('an ended ban isn’t shown', async () => {
  show({ viewer: exampleMe({ bannedCommunities: { FORUM: EXAMPLE_NOW + 1 } }) })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByText('You were banned from this community.')).toBeNull())
})

test('a person can be warned, or put in a time-out that ends by itself', async () => {
  const userWarn = vi.fn(() => ({ activityId: exampleId(1, 'a') }))
  show({ callResponses: { userWarn } })
  await choose('Warn…')
  const dialog = await screen.findByRole('dialog', { name: 'Warn Grey Heron' })
  await userEvent.type(within(dialog).getByRole('textbox'), 'Be kind')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send warning' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(userWarn).toHaveBeenCalledWith({ tokenName: 'FORUM', warnedUserId: member.userId, reason: 'Be kind' })
  await choose('Time out…')
  await userEvent.click(await screen.findByRole('radio', { name: '1 hour' }))
  await userEvent.click(screen.getByRole('button', { name: 'Time out for 1 hour' }))
  expect(await screen.findByText('Grey Heron is in a time-out.')).toBeTruthy()
  await choose('End time-out…')
  await userEvent.click(await screen.findByRole('button', { name: 'End time-out' }))
  expect(await screen.findByText('Grey Heron’s time-out has ended.')).toBeTruthy()
})

test('the member card offers the decisions that the viewer may make, and shows their result', async () => {
  const userWarn = vi.fn(() => ({ activityId: exampleId(1, 'a') }))
  show({ callResponses: { userWarn } })
  await choose('Member card')
  const card = await screen.findByRole('dialog', { name: 'Grey Heron' })
  const decisions = await within(card).findByRole('group', { name: 'Decide about this member' })
  await within(decisions).findByRole('button', { name: 'Warn…' })
  expect(
    within(decisions)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Warn…', 'Time out…', 'Ban…'])
  const warn = within(decisions).getByRole('button', { name: 'Warn…' })
  await userEvent.click(warn)
  const dialog = await screen.findByRole('dialog', { name: 'Warn Grey Heron' })
  await userEvent.type(within(dialog).getByRole('textbox'), 'Please stay calm.')
  await userEvent.click(screen.getByRole('button', { name: 'Send warning' }))
  await waitFor(() => expect(userWarn).toHaveBeenCalled())
  expect(await screen.findByRole('dialog', { name: 'Grey Heron' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(warn))
})

test('bans and time-outs offer the reasons that moderators have saved', async () => {
  const standing: Standing = {
    userId: member.userId,
    tokenName: 'FORUM',
    isMember: true,
    isOwner: false,
    isModerator: false,
    isPartner: false,
    permissions: [],
    ban: null,
    contentHidden: false,
  }
  const userBan = vi.fn((_ban: CallInput<'userBan'>) => ({ standing, activityId: exampleId(1, 'a') }))
  const checks: ContentRules = {
    entries: [],
    newcomerLinks: { days: 1, links: 2, action: 'hold' },
    holdFrom: 90,
    storm: null,
    revision: 0,
    reasons: [{ title: 'Advertising', text: 'No links to shops.' }],
  }
  show({ checks, callResponses: { userBan } })
  await choose('Time out…')
  await userEvent.selectOptions(await screen.findByLabelText('Insert a reason'), 'Advertising')
  await userEvent.click(screen.getByRole('button', { name: 'Time out for 1 day' }))
  await waitFor(() => expect(userBan).toHaveBeenCalledWith(expect.objectContaining({ reason: 'No links to shops.' })))
  await choose('Ban…')
  expect(await screen.findByLabelText('Insert a reason')).toBeTruthy()
})

test('members find each other by name, and see that nobody was found', async () => {
  const wren = { ...member, userId: exampleId(2, 'u'), displayName: 'Wren', username: 'wren' }
  const communityMembers = vi.fn(({ query }: CallInput<'communityMembers'>) => ({
    items: [member, wren].filter(({ username }) => username.startsWith(query ?? '')),
    cursor: null,
    hasMore: false,
  }))
  show({ viewer: exampleMe({ id: exampleId(9, 'v') }), callResponses: { communityMembers } })
  const search = await screen.findByLabelText('Search members')
  await userEvent.type(search, '@wren')
  await waitFor(() => expect(screen.queryByText('Grey Heron')).toBeNull())
  expect(await screen.findByText('Wren')).toBeTruthy()
  expect(communityMembers).toHaveBeenLastCalledWith({ tokenName: 'FORUM', type: 'all', query: 'wren' })
  await userEvent.click(screen.getByRole('button', { name: 'More about Wren' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Report…' }))
  expect(await screen.findByRole('dialog', { name: 'Report Wren?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.type(search, 'x')
  await userEvent.click(await screen.findByRole('button', { name: 'Show everyone' }))
  expect(await screen.findByText('Grey Heron')).toBeTruthy()
  expect(document.activeElement).toBe(search)
})

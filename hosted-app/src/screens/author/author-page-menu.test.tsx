import type { CallInput } from '@stoa/contract'
import {
  exampleBranch,
  exampleComment,
  exampleCommunity,
  exampleId,
  exampleMe,
  exampleSummary,
} from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

beforeEach(() => {
  localStorage.clear()
})
const newt = exampleMe()
const other = exampleMe({ id: exampleId(9, 'v'), joinedCommunities: [] })
const comments = [exampleBranch(exampleComment('newt', { content: 'Mine.', tokenName: 'RIVERS' }))]
const titles: Record<string, string> = { FORUM: 'The Forum', RIVERS: 'Rivers', DARKSKY: 'Dark sky' }
const communityGet = ({ tokenName }: CallInput<'communityGet'>) => ({
  community: exampleCommunity({
    tokenName,
    title: titles[tokenName] ?? '',
    rules: [{ title: `Rule of ${tokenName}`, text: '' }],
  }),
})
const reportCreate = vi.fn((_report: CallInput<'reportCreate'>) => ({ isNew: true }))

function show({ callResponses, ...content }: ForumContent = {}, path = '/author/newt') {
  reportCreate.mockClear()
  const defaults = { posts: [exampleSummary({ title: 'Whose boat?' })], comments, viewer: other }
  const all = { communityGet, reportCreate, ...callResponses }
  render(<ForumAt path={path} user={newt} {...defaults} {...content} callResponses={all} />)
}
const button = () => screen.findByRole('button', { name: `More about ${newt.displayName}` })
async function offered(): Promise<(string | null)[]> {
  await userEvent.click(await button())
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const report = `Report ${newt.displayName}…`
async function open(): Promise<HTMLElement> {
  await offered()
  await userEvent.click(screen.getByRole('menuitem', { name: report }))
  return screen.findByRole('dialog', { name: `Report ${newt.displayName}?` })
}
async function send(dialog: HTMLElement): Promise<void> {
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Spam' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send report' }))
}
const place = () => screen.getByLabelText<HTMLSelectElement>('Report to moderators in')

test('somebody active in several communities is reported to the moderators of one, with its rules', async () => {
  show()
  const dialog = await open()
  const names = [...place().options].map(({ text }) => text)
  expect(names.sort()).toEqual(['Rivers', 'The Forum'])
  await userEvent.selectOptions(place(), 'Rivers')
  expect(await within(dialog).findByText('Rule of RIVERS')).toBeTruthy()
  await send(dialog)
  expect(await screen.findByRole('dialog', { name: 'Report sent' })).toBeTruthy()
  expect(reportCreate).toHaveBeenCalledWith({
    tokenName: 'RIVERS',
    reportedType: 'User',
    reportedUserId: newt.id,
    reportReason: 'spam',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(document.activeElement).toBe(await button())
})

test('the community that the viewer came from is preselected, else a shared one', async () => {
  for (const shared of ['RIVERS', 'FORUM']) {
    show({ viewer: { ...other, joinedCommunities: [shared] } })
    await open()
    expect(place().value).toBe(shared)
    cleanup()
  }
  localStorage.setItem('stoa.last-community', 'RIVERS')
  show({ viewer: { ...other, joinedCommunities: ['FORUM'] } })
  await open()
  expect(place().value).toBe('RIVERS')
})

test('a member who wrote nothing is reported where the viewer came from, or in the forum’s own community', async () => {
  const nothing = { posts: [], comments: [] }
  show(nothing)
  expect(await within(await open()).findByText('The Forum')).toBeTruthy()
  expect(screen.queryByLabelText('Report to moderators in')).toBeNull()
  cleanup()
  localStorage.setItem('stoa.last-community', 'DARKSKY')
  const listed = { ...newt, userId: newt.id, imageUrl: '', joinedAt: 0, isPartner: false }
  const communityMembers = vi.fn(() => ({ items: [listed], cursor: null, hasMore: false }))
  show({ ...nothing, callResponses: { communityMembers } })
  const dialog = await open()
  await send(dialog)
  expect(communityMembers).toHaveBeenCalledWith({ tokenName: 'DARKSKY', userId: newt.id })
  await waitFor(() => expect(reportCreate).toHaveBeenCalledWith(expect.objectContaining({ tokenName: 'DARKSKY' })))
})

test('banned viewers can’t report', async () => {
  show({ viewer: { ...other, bannedCommunities: { FORUM: 0 } } })
  const dialog = await open()
  expect(within(dialog).getByText('Rivers')).toBeTruthy()
  cleanup()
  show({ viewer: { ...other, bannedCommunities: { FORUM: 0, RIVERS: 0 } } })
  expect(await offered()).toEqual([`Mute ${newt.displayName}`, `Block ${newt.displayName}…`])
})

test('on a blocked person’s page unblocking takes the place of following and writing, and can be undone', async () => {
  const sent: boolean[] = []
  const mutes = { blocked: [newt.id], users: [], posts: [], topics: [], words: [] }
  const dmBlock = ({ block }: CallInput<'dmBlock'>) => {
    sent.push(block)
    return { status: block }
  }
  show({ viewer: { ...other, mutes }, callResponses: { dmBlock } })
  const unblock = await screen.findByRole('button', { name: 'Unblock' })
  const head = unblock.closest('header') as HTMLElement
  expect(within(head).getByText('Blocked')).toBeTruthy()
  expect(within(head).queryByRole('button', { name: 'Follow' })).toBeNull()
  expect(within(head).queryByRole('link', { name: 'Message' })).toBeNull()
  await userEvent.click(unblock)
  const follow = await within(head).findByRole('button', { name: 'Follow' })
  expect(document.activeElement).toBe(follow)
  expect(within(head).getByRole('link', { name: 'Message' })).toBeTruthy()
  expect(await screen.findByText(`${newt.displayName} is unblocked`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Unblock' })).toBeTruthy()
  expect(sent).toEqual([false, true])
})

test('moderators manage the person in each community that they moderate', async () => {
  const permissions = { FORUM: ['banUser', 'hideContent'], DARKSKY: ['banUser'] } as const
  show({ viewer: { ...other, tokenPermissions: { FORUM: [...permissions.FORUM], DARKSKY: [...permissions.DARKSKY] } } })
  expect(await offered()).toEqual([
    'Moderate in The Forum',
    `Mute ${newt.displayName}`,
    `Block ${newt.displayName}…`,
    report,
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Moderate in The Forum' }))
  const first = await screen.findByRole('menuitem', { name: 'Member card' })
  expect(screen.getByRole('menuitem', { name: 'Ban…' })).toBeTruthy()
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Escape}')
  // Once more, and it opens again.
  await userEvent.click(await button())
  await userEvent.click(screen.getByRole('menuitem', { name: 'Moderate in The Forum' }))
  expect(await screen.findByRole('menuitem', { name: 'Ban…' })).toBeTruthy()
})

test('a visitor is offered reporting, and signs in first', async () => {
  show({ viewer: null })
  expect(await offered()).toEqual([report])
  await userEvent.click(screen.getByRole('menuitem', { name: report }))
  expect(screen.queryByRole('dialog', { name: /^Report/ })).toBeNull()
})

test('nobody can report themselves or a deleted account, and errors are shown', async () => {
  show({ viewer: newt })
  await screen.findByRole('link', { name: 'Edit profile' })
  expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull()
  cleanup()
  show({ user: { ...newt, deleted: true } })
  await screen.findByText('Whose boat?')
  expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull()
  cleanup()
  show({ calls: { commentList: 'fails' } }, '/author/newt/published')
  await userEvent.click(await button())
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t reach the server')
  expect((await button()).getAttribute('aria-busy')).toBeNull()
})

const header = async () => (await screen.findByRole('heading', { level: 1 })).closest('header') as HTMLElement
const mutes = { blocked: [newt.id], users: [], posts: [], topics: [], words: [] }

test.each<[string, NonNullable<ForumContent['viewer']> | null, string[]]>([
  ['a visitor', null, ['Follow', 'Message', 'More']],
  ['a member', other, ['Follow', 'Message', 'More']],
  ['a banned member', { ...other, bannedCommunities: { FORUM: 0 } }, ['Follow', 'Message', 'More']],
  ['a moderator', { ...other, tokenPermissions: { FORUM: ['banUser'] } }, ['Follow', 'Message', 'More']],
  ['whoever has blocked the person', { ...other, mutes }, ['Unblock', 'More']],
  ['the person', newt, ['Edit profile']],
])('%s finds these ways on the page', async (_, viewer, ways) => {
  show({ viewer })
  const found = [...(await header()).querySelectorAll('.stoa-app-author-actions :is(a, button)')]
  const names = found.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
  expect(names.map((name) => name.replace(/^More about .*/, 'More'))).toEqual(ways)
})

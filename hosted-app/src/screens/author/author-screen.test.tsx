import { StoaError } from '@stoa/client'
import { type CallInput, errors, PostStatus } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleCommunity,
  exampleMe,
  exampleSummary,
} from '@stoa/contract/fixtures'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

const newt = exampleMe()
const show = (path: string, content: ForumContent) => render(<ForumAt path={path} user={newt} {...content} />)
const tabs = () => screen.getAllByRole('link').filter((link) => link.classList.contains('stoa-tab'))

test('activity shows posts and comments together, newest first', async () => {
  const [day, hour] = [24 * 60 * 60 * 1000, 60 * 60 * 1000]
  const post = exampleSummary({ title: 'Whose boat?', createdAt: 10 * day })
  const comments = [
    exampleBranch(exampleComment('newt', { content: 'Older words.', createdAt: 9 * day })),
    exampleBranch(exampleComment('wren', { content: 'Newer words.', createdAt: 10 * day + hour })),
  ]
  show('/author/newt', { posts: [post], comments, viewer: null })
  await screen.findByText('Whose boat?')
  const items = () =>
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map((item) => item.textContent ?? '')
  const itemTexts = () => items().map((text) => /Newer words|Whose boat|Older words/.exec(text)?.[0])
  await waitFor(() => expect(itemTexts()).toEqual(['Newer words', 'Whose boat', 'Older words']))
})

test('a person’s roles are badges beside the name, and listed with their communities', async () => {
  const roles = [
    { id: 'k'.repeat(20), tokenName: 'FORUM', title: 'The Forum', role: 'owner' as const },
    { id: 'l'.repeat(20), tokenName: 'RIVERS', title: 'Rivers', role: 'owner' as const },
    { id: 'm'.repeat(20), tokenName: 'GARDEN', title: 'Garden', role: 'partner' as const },
  ]
  show('/author/newt', { posts: [], comments: [], roles, viewer: null })
  const name = await screen.findByRole('heading', { level: 1 })
  expect(name.parentElement?.textContent).toBe(`${newt.displayName}OwnerPartner`)
  const listed = screen.getByRole('link', { name: 'Garden' }).closest('li')
  expect(listed?.textContent).toBe('GardenPartner')
})

test('a community is shown by title with posts and comments', async () => {
  for (const path of ['/author/newt', '/author/newt/comments']) {
    show(path, { comments: [exampleBranch(exampleComment('newt', { content: 'Words.' }))], posts: [], viewer: null })
    await screen.findByText('Words.')
    const [place] = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === '/bbs/FORUM')
    expect(place?.textContent).toBe(exampleCommunity().title)
    cleanup()
  }
})

test('others see published content, and no email addresses or drafts', async () => {
  show('/author/newt/draft', { viewer: exampleMe({ id: 'z'.repeat(20) }), drafts: [exampleSummary()] })
  expect(await screen.findByText('Page not found')).toBeTruthy()
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Activity', 'Comments', 'Published', 'Reputation'])
})

test('authors find drafts to continue, and see who hid a post', async () => {
  const draft = exampleSummary({ title: 'Begun', status: PostStatus.draft })
  const callResponses = { postOwnCounts: () => ({ draft: 12, pending: 2, scheduled: 0, hidden: 3 }) }
  show('/author/newt/draft', { viewer: newt, drafts: [draft], callResponses })
  const link = await screen.findByRole('link', { name: 'Begun' })
  expect(link.getAttribute('href')).toBe(`/bbs/FORUM/posts/create/${draft.id}`)
  const own = () => screen.getByRole('navigation', { name: 'Only you see these' })
  const lists = () => within(own()).getAllByRole('link')
  const texts = ['Saved', 'Drafts12', 'Pending2', 'Scheduled', 'Hidden3']
  await waitFor(() => expect(lists().map(({ textContent }) => textContent)).toEqual(texts))
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Activity', 'Comments', 'Published', 'Reputation'])
  cleanup()
  show('/author/newt/hidden', { viewer: newt, hidden: [exampleSummary({ status: PostStatus.hiddenByAdmin })] })
  expect(await screen.findByText('Hidden by moderators')).toBeTruthy()
})

test('authors see why their posts are pending, until they are published', async () => {
  const waiting = [
    exampleSummary({ title: 'Held', status: PostStatus.pending }),
    exampleSummary({ id: 'w'.repeat(20), title: 'On film', status: PostStatus.waitingForTranscript }),
    exampleSummary({ id: 'p'.repeat(20), title: 'Out', status: PostStatus.published }),
  ]
  show('/author/newt/pending', { viewer: newt, waiting })
  expect(await screen.findByText('Pending approval')).toBeTruthy()
  expect(screen.getByText('Pending captions')).toBeTruthy()
  expect(screen.queryByText('Out')).toBeNull()
  cleanup()
  show('/author/newt/pending', { viewer: newt })
  expect(await screen.findByText('No pending posts')).toBeTruthy()
})

const savedPost = exampleSummary({ title: 'Whose boat?' })
const saidUnder = exampleComment('wren', { content: 'Mine.', postId: savedPost.id })
const saved = [
  { id: saidUnder.id, savedAt: 2, post: savedPost, comment: saidUnder },
  { id: savedPost.id, savedAt: 1, post: savedPost, comment: null },
]
const removeButtons = () => screen.getAllByRole('button', { name: /^Remove from saved/ })

test('only the owner sees saved items, each linking to its place', async () => {
  show('/author/newt/saved', { viewer: newt, saved })
  const comment = await screen.findByRole('link', { name: /on Whose boat/ })
  expect(comment.getAttribute('href')).toBe(`/bbs/thread/${saidUnder.id}`)
  expect(screen.getByRole('link', { name: 'Whose boat?' }).getAttribute('href')).toContain(savedPost.slugUrl)
  expect(screen.getByText('Mine.')).toBeTruthy()
  cleanup()
  show('/author/newt/saved', { viewer: exampleMe({ id: 'z'.repeat(20) }), saved })
  expect(await screen.findByText('Page not found')).toBeTruthy()
})

test('visitors can sign in to see their lists', async () => {
  show('/author/newt/saved', { viewer: null })
  const title = await screen.findByRole('heading', { name: 'Sign in to see your lists' })
  const link = within(title.closest('main') ?? document.body).getByRole('link', { name: 'Sign in' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/author/newt/saved')
  expect(screen.queryByText('Page not found')).toBeNull()
})

test('a saved item shows its reminder, which can be changed, picked and removed', async () => {
  const saveRemind = vi.fn((input: CallInput<'saveRemind'>) => ({ remindAt: input.remindAt }))
  const reminded = [{ id: savedPost.id, savedAt: 1, post: savedPost, comment: null, remindAt: EXAMPLE_NOW + 3_600_000 }]
  show('/author/newt/saved', { viewer: newt, saved: reminded, callResponses: { saveRemind } })
  const button = await screen.findByRole('button', { name: 'Remind me of Whose boat?' })
  expect(screen.getByText(/^Reminder /)).toBeTruthy()
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove reminder' }))
  expect(await screen.findByText('Reminder removed')).toBeTruthy()
  expect(screen.queryByText(/^Reminder [A-Z]/)).toBeNull()
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: /^Tomorrow morning/ }))
  await waitFor(() => expect(new Date(saveRemind.mock.lastCall?.[0].remindAt ?? 0).getHours()).toBe(9))
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Pick a date and time…' }))
  const time = screen.getByLabelText('Date and time')
  fireEvent.input(time, { target: { value: '2020-01-01T10:00' } })
  expect(screen.getByText('Choose a time within the next year')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Set reminder' }))
  expect(saveRemind).toHaveBeenCalledTimes(2)
  fireEvent.input(time, { target: { value: '2026-11-01T10:30' } })
  await userEvent.click(screen.getByRole('button', { name: 'Set reminder' }))
  await waitFor(() => expect(saveRemind).toHaveBeenCalledTimes(3))
  expect(saveRemind.mock.lastCall?.[0]).toEqual({
    entityType: 'Post',
    entityId: savedPost.id,
    remindAt: new Date(2026, 10, 1, 10, 30).getTime(),
  })
})

test('a removed item disappears at once, focus moves on, and an error restores it', async () => {
  show('/author/newt/saved', { viewer: newt, saved })
  await screen.findByText('Mine.')
  await userEvent.click(removeButtons()[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Mine.')).toBeNull())
  expect(document.activeElement).toBe(removeButtons()[0])
  await userEvent.click(removeButtons()[0] as HTMLElement)
  const empty = await screen.findByText('Nothing saved yet')
  expect(document.activeElement?.contains(empty)).toBe(true)
  cleanup()
  show('/author/newt/saved', { viewer: newt, saved, calls: { commentSave: 'fails' } })
  await screen.findByText('Mine.')
  await userEvent.click(removeButtons()[0] as HTMLElement)
  await screen.findByRole('alert')
  expect(removeButtons()).toHaveLength(2)
})

test('when all items of a page were removed, the next page can be loaded', async () => {
  const next = { ...saved[1], id: savedPost.id, post: savedPost, comment: null, savedAt: 1 }
  const savedList = ({ cursor }: { cursor?: string | undefined }) =>
    cursor ? { items: [next], cursor: null, hasMore: false } : { items: saved.slice(0, 1), cursor: 'c', hasMore: true }
  show('/author/newt/saved', { viewer: newt, callResponses: { savedList } })
  await screen.findByText('Mine.')
  await userEvent.click(removeButtons()[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Mine.')).toBeNull())
  expect(screen.queryByText('Nothing saved yet')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /more/i }))
  expect(await screen.findByRole('link', { name: 'Whose boat?' })).toBeTruthy()
})

test('a former name in the address redirects to the present one', async () => {
  show('/author/former/comments', { viewer: null })
  const comments = await screen.findByRole('link', { name: 'Comments', current: 'page' })
  expect(comments.getAttribute('href')).toBe('/author/newt/comments')
})

test('a manager of a community can act on its authors there, members or not', async () => {
  const things = { posts: [exampleSummary({ title: 'Whose boat?' })], comments: [] }
  const moderator = exampleMe({ id: 'z'.repeat(20), tokenPermissions: { FORUM: ['banUser'] } })
  show('/author/newt', { ...things, viewer: moderator })
  expect(await screen.findByRole('button', { name: /^Manage/ })).toBeTruthy()
  cleanup()
  for (const viewer of [null, newt, exampleMe({ id: 'z'.repeat(20) })]) {
    show('/author/newt', { ...things, viewer })
    await screen.findByText('Whose boat?')
    expect(screen.queryByRole('button', { name: /^Manage/ })).toBeNull()
    cleanup()
  }
})

test('following and unfollowing update the count; an error rolls back', async () => {
  const viewer = exampleMe({ id: 'z'.repeat(20) })
  show('/author/newt', { viewer, follow: { followers: 12, follows: false } })
  const button = await screen.findByRole('button', { name: /^Follow/ })
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  await userEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
  expect(screen.getByText(/13 followers/)).toBeTruthy()
  cleanup()
  show('/author/newt', { viewer, calls: { userFollow: 'fails' } })
  await userEvent.click(await screen.findByRole('button', { name: /^Follow/ }))
  await waitFor(() => expect(screen.getByText(/12 followers/)).toBeTruthy())
  expect(screen.getByRole('button', { name: /^Follow/ }).getAttribute('aria-pressed')).toBe('false')
})

test('the button keeps its name while busy', async () => {
  const viewer = exampleMe({ id: 'z'.repeat(20) })
  show('/author/newt', { viewer, calls: { userFollow: 'waits' } })
  const button = await screen.findByRole('button', { name: 'Follow' })
  await userEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(button.getAttribute('aria-label')).toBe('Following')
})

test('one’s own page links to the profile settings instead of following', async () => {
  show('/author/newt', { viewer: newt })
  await screen.findByText(/12 followers/)
  expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
  const edit = screen.getByRole('link', { name: 'Edit profile' })
  expect(edit.getAttribute('href')).toBe('/bbs/my-account/settings/profile')
})

const wren = exampleMe({ id: 'w'.repeat(20), displayName: 'Winter Wren', username: 'wren' })
const follower = { user: wren, followers: 4, follows: false }

test('the numbers below the name lead to lists, in which people can be followed', async () => {
  const viewer = exampleMe({ id: 'z'.repeat(20) })
  const followList = vi.fn((_: CallInput<'followList'>) => ({ items: [follower], cursor: null, hasMore: false }))
  const userFollow = vi.fn(() => ({ follows: true, followers: 5 }))
  show('/author/newt', { viewer, callResponses: { followList, userFollow } })
  const link = await screen.findByRole('link', { name: '12 followers' })
  expect(screen.getByRole('link', { name: '3 following' }).getAttribute('href')).toBe('/author/newt/following')
  await userEvent.click(link)
  const list = await screen.findByRole('list', { name: 'Followers' })
  expect(followList).toHaveBeenCalledWith(expect.objectContaining({ idOrSlug: newt.id, type: 'followers' }))
  const button = await within(list).findByRole('button', { name: 'Follow Winter Wren' })
  await userEvent.click(button)
  await within(list).findByRole('button', { name: 'Following Winter Wren' })
  expect(userFollow).toHaveBeenCalledWith({ followedUserId: wren.id, follow: true })
  expect(within(list).getByText(/5 followers/)).toBeTruthy()
  // Once is enough for all.
  expect(followList).toHaveBeenCalledOnce()
})

test('a page that was rendered for visitors learns at once whom the viewer follows', async () => {
  const followList = vi.fn(() => ({ items: [{ user: wren, followers: 4 }], cursor: null, hasMore: false }))
  show('/author/newt/followers', { viewer: exampleMe({ id: 'z'.repeat(20) }), callResponses: { followList } })
  await screen.findByRole('link', { name: 'Winter Wren' })
  await waitFor(() => expect(followList).toHaveBeenCalledTimes(2))
})

test('a list of follows says how many people it leaves out', async () => {
  const followList = vi.fn(() => ({ items: [], cursor: null, hasMore: false, hidden: 2 }))
  show('/author/newt/followers', { viewer: exampleMe({ id: 'z'.repeat(20) }), callResponses: { followList } })
  expect(await screen.findByText('2 people are hidden because you blocked or muted them.')).toBeTruthy()
  expect(screen.queryByText(/has no followers yet/)).toBeNull()
})

test('empty lists of follows say so, differently on one’s own page', async () => {
  show('/author/newt/followers', { viewer: null })
  const words = await screen.findByText(/has no followers yet/)
  expect(words.textContent).toBe(`${newt.displayName} has no followers yet.`)
  expect(screen.queryByRole('link', { name: 'Browse posts' })).toBeNull()
  cleanup()
  show('/author/newt/following', { viewer: newt })
  expect(await screen.findByText('Follow people to see their posts in your feed.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse posts' })).toBeTruthy()
})

test('a refused follow is said plainly, without a reason', async () => {
  const userFollow = () => {
    throw new StoaError('FORBIDDEN', { message: 'You don’t have permission to do this.' })
  }
  show('/author/newt', { viewer: exampleMe({ id: 'z'.repeat(20) }), callResponses: { userFollow } })
  const button = await screen.findByRole('button', { name: 'Follow' })
  await userEvent.click(button)
  expect(await screen.findByText(`You can’t follow ${newt.displayName} at the moment.`)).toBeTruthy()
  expect(screen.queryByText(/permission/)).toBeNull()
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

test('with money, comments of others can be tipped, and own ones can’t', async () => {
  const walletTip = vi.fn((_: CallInput<'walletTip'>): never => {
    throw new StoaError('INSUFFICIENT_BALANCE', errors.INSUFFICIENT_BALANCE)
  })
  const words = exampleComment('newt', { content: 'Words.' })
  const comments = [exampleBranch(words)]
  const wallet = { id: exampleMe().id, balance: { FORUM: '42500000' }, creditBalance: {} }
  const callResponses = { walletList: () => ({ items: [wallet], cursor: null, hasMore: false }), walletTip }
  const about = { comments, posts: [], config: { money: true }, callResponses }
  for (const path of ['/author/newt', '/author/newt/comments']) {
    show(path, { ...about, viewer: exampleMe({ id: 'v'.repeat(20) }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Tip this comment' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Tip 1 FORUM' }))
    await waitFor(() =>
      expect(walletTip.mock.lastCall?.[0]).toMatchObject({
        entityId: words.id,
        ...{ entityType: 'Comment', amount: '1000000' },
      }),
    )
    cleanup()
    walletTip.mockClear()
  }
  const others: ForumContent[] = [{ viewer: newt }, { viewer: null }, { viewer: exampleMe(), config: {} }]
  for (const other of others) {
    show('/author/newt/comments', { ...about, ...other })
    await screen.findByText('Words.')
    expect(screen.queryByRole('button', { name: 'Tip this comment' })).toBeNull()
    cleanup()
  }
})

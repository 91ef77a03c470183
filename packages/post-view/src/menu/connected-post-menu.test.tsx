import { type Me, type Permission, PostStatus } from '@stoa/contract'
import { exampleCommunity, exampleMe, examplePost } from '@stoa/contract/fixtures'
import { createStoa, putEntities, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConnectedPostMenu } from './connected-post-menu.tsx'

const NOW = Date.UTC(2026, 2, 20, 12)
const communityPost = examplePost({ kind: 'community' })

/** Opens the menu of a post as a viewer. */
async function openMenu(about: {
  post?: Partial<typeof communityPost>
  isAuthor?: boolean
  permissions?: Permission[]
  approvePosts?: boolean
  /** The server accepts hiding communities only. */
  hiding?: boolean
  /** Lowest price of a day's promotion. Default: posts can't be promoted. */
  promotionDayPrice?: string
  /** Its own domain has no money. */
  moneyOff?: boolean
  /** The post's community isn't loaded before. */
  isCommunityLate?: boolean
  /** The partner's site that the viewer is on. Default: the forum. */
  site?: Me['site']
  /** Changes of the post in the server's response. */
  after?: Partial<typeof communityPost>
}) {
  const post = { ...communityPost, ...about.post }
  const community = exampleCommunity({
    approvePosts: about.approvePosts ?? false,
    rules: [{ title: 'Be kind', text: '' }],
    ...(about.moneyOff && { moneyOff: true }),
  })
  const changed = vi.fn()
  const call = vi.fn(async (_name: string, input: object) => {
    changed(_name, input)
    if (_name === 'communityGet') return { community }
    if (_name === 'postWatch') return { watched: (input as { watch: boolean }).watch }
    if (_name === 'contentHideForMe') return { hidden: true }
    if (_name === 'reportCreate') return { isNew: true }
    if (_name === 'mediaRemove') return { activityId: 'a1' }
    if (about.hiding)
      return { hiddenCommunities: 'hide' in input && input.hide === true ? [communityPost.tokenName] : [] }
    return { post: { ...post, ...about.after } }
  })
  const client = { call } as unknown as StoaOptions['client']
  const stoa = createStoa({ client, storage: null, clock: () => NOW, promotionDayPrice: about.promotionDayPrice })
  const permissions = about.permissions ?? []
  stoa.state.setState({
    viewer: exampleMe({
      ...(about.isAuthor ? { id: post.publisherId } : {}),
      tokenPermissions: { [post.tokenName]: permissions },
      site: about.site ?? null,
    }),
  })
  putEntities(stoa, {
    posts: { [post.id]: post },
    communities: about.isCommunityLate ? {} : { [post.tokenName]: community },
  })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPostMenu postId={post.id} href="/a-post" editHref="/edit" />
    </StoaProvider>,
  )
  // Code for signed-in people loads separately: the menu is open by then.
  fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
  await act(async () => void (await import('./post-tools.tsx')))
  return { changed, labels: () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent) }
}
const press = (name: string) => fireEvent.click(screen.getByRole('menuitem', { name }))

it('offers members reporting, the link, saving and the views', async () => {
  const community = communityPost.communityTitle
  expect((await openMenu({})).labels()).toEqual([
    'Save',
    'Copy link',
    'Watch',
    'Hide for me',
    'Mute this post',
    ...communityPost.flairs.map(({ name }) => `Mute topic ${name}`),
    `Mute ${community}`,
    `Mute ${communityPost.publisherProfileName}`,
    `Block ${communityPost.publisherProfileName}…`,
    'Report…',
  ])
  expect(screen.getByText('12,840 views')).toBeTruthy()
})

it('offers promoting published posts where that has a price, on the forum only', async () => {
  const promotionDayPrice = '1'
  expect((await openMenu({ promotionDayPrice })).labels()).toContain('Promote…')
  for (const about of [
    {},
    { promotionDayPrice, site: 'https://partner.example' },
    { promotionDayPrice, isAuthor: true, post: { status: PostStatus.unlisted } },
    { promotionDayPrice, post: { archived: true } },
    { promotionDayPrice, moneyOff: true },
  ]) {
    cleanup()
    expect((await openMenu(about)).labels()).not.toContain('Promote…')
  }
})

it('asks for the community of a post in a list, before it offers promoting', async () => {
  const promotionDayPrice = '1'
  await openMenu({ promotionDayPrice, isCommunityLate: true })
  expect(await screen.findByRole('menuitem', { name: 'Promote…' })).toBeTruthy()
  cleanup()
  const { changed, labels } = await openMenu({ promotionDayPrice, isCommunityLate: true, moneyOff: true })
  await waitFor(() => expect(changed).toHaveBeenCalledWith('communityGet', { tokenName: communityPost.tokenName }))
  expect(labels()).not.toContain('Promote…')
})

it('watches the post, and stops', async () => {
  const { changed } = await openMenu({})
  press('Watch')
  expect(await screen.findByText('You’ll be notified of new comments')).toBeTruthy()
  expect(changed).toHaveBeenLastCalledWith('postWatch', { postId: communityPost.id, watch: true })
  fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
  press('Stop watching')
  expect(await screen.findByText('You no longer watch this post')).toBeTruthy()
  expect(changed).toHaveBeenLastCalledWith('postWatch', { postId: communityPost.id, watch: false })
})

it('hides the community from the member’s feeds, and undoes that', async () => {
  const { changed } = await openMenu({ hiding: true })
  press(`Mute ${communityPost.communityTitle}`)
  const expectedInput = (hide: boolean) => ({ tokenName: communityPost.tokenName, hide })
  expect(await screen.findByText(`${communityPost.communityTitle} is muted`)).toBeTruthy()
  expect(changed).toHaveBeenCalledWith('communityHide', expectedInput(true))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(`${communityPost.communityTitle} is unmuted`)).toBeTruthy()
  expect(changed).toHaveBeenLastCalledWith('communityHide', expectedInput(false))
})

it('says what comes of a report, and hides the post for its reporter', async () => {
  const { changed } = await openMenu({})
  press('Report…')
  fireEvent.click(await screen.findByLabelText('Spam'))
  expect(screen.getByText('Be kind')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send report', hidden: true }))
  expect(await screen.findByText('Report sent')).toBeTruthy()
  expect(changed).toHaveBeenLastCalledWith('reportCreate', {
    tokenName: communityPost.tokenName,
    reportedType: 'Post',
    reportedPostId: communityPost.id,
    reportReason: 'spam',
  })
  fireEvent.click(screen.getByRole('button', { name: 'Hide for me', hidden: true }))
  await waitFor(() => {
    const about = { entityType: 'Post', entityId: communityPost.id, hide: true }
    expect(changed).toHaveBeenLastCalledWith('contentHideForMe', about)
  })
  expect(screen.queryByText('Report sent')).toBeNull()
})

it('stays open when its lines arrive', async () => {
  await openMenu({ isAuthor: true })
  expect(screen.getByRole('menuitem', { name: 'Hide for everyone' })).toBeTruthy()
  expect(document.activeElement?.getAttribute('role')).toBe('menuitem')
})

it('lets authors edit, choose a topic and hide at once', async () => {
  const { labels, changed } = await openMenu({ isAuthor: true })
  expect(labels()).toEqual(expect.arrayContaining(['Edit post', 'Change topic…', 'Hide for everyone']))
  expect(labels()).not.toContain('Pin to the top')
  press('Hide for everyone')
  await waitFor(() =>
    expect(changed).toHaveBeenCalledWith(
      'postDelete',
      expect.objectContaining({ postId: communityPost.id, hidden: true }),
    ),
  )
  expect(await screen.findByText('Post hidden')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(changed).toHaveBeenCalledWith(
      'postDelete',
      expect.objectContaining({ postId: communityPost.id, hidden: false }),
    ),
  )
})

it('turns the comments of an author’s post off, and on again', async () => {
  const { changed } = await openMenu({ isAuthor: true, after: { isLocked: true, lockedBy: 'author' } })
  press('Turn off comments')
  const input = (isLocked: boolean) => ({ postId: communityPost.id, tokenName: communityPost.tokenName, isLocked })
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith('postLock', input(true)))
  expect(await screen.findByText('Comments are off')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
  press('Turn on comments')
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith('postLock', input(false)))
})

it.each([
  ['an author can’t unlock what moderators locked', { isAuthor: true, lockedBy: 'moderators' as const }, []],
  [
    'a moderator can lock what an author turned off, not unlock it',
    { permissions: ['blockChat' as const], lockedBy: 'author' as const },
    ['Lock comments'],
  ],
  [
    'a moderator can unlock what moderators locked',
    { permissions: ['blockChat' as const], lockedBy: 'moderators' as const },
    ['Unlock comments'],
  ],
])('%s', async (_, { lockedBy, ...about }, expected) => {
  const { labels } = await openMenu({ ...about, post: { isLocked: true, lockedBy } })
  expect(labels().filter((label) => label?.includes('omments'))).toEqual(expected)
})

it('deletes an author’s post after asking, and then has no menu', async () => {
  const { labels, changed } = await openMenu({ isAuthor: true })
  expect(labels()).toContain('Delete…')
  press('Delete…')
  expect(changed).not.toHaveBeenCalledWith('contentDelete', expect.anything())
  fireEvent.click(await screen.findByRole('button', { name: 'Delete post', hidden: true }))
  await waitFor(() =>
    expect(changed).toHaveBeenCalledWith('contentDelete', {
      postId: communityPost.id,
      tokenName: communityPost.tokenName,
    }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'More actions for this post' })).toBeNull())
})

it('asks moderators for a reason, and lets holders of pinPost pin', async () => {
  const { labels, changed } = await openMenu({ permissions: ['hideContent', 'pinPost'] })
  expect(labels()).toEqual(expect.arrayContaining(['Pin to the top', 'Hide for everyone…']))
  press('Hide for everyone…')
  fireEvent.click(await screen.findByRole('radio', { name: 'Spam' }))
  fireEvent.click(screen.getByRole('button', { name: 'Hide post' }))
  await waitFor(() =>
    expect(changed).toHaveBeenCalledWith('postDelete', expect.objectContaining({ hidden: true, reason: 'spam' })),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith('postDelete', expect.objectContaining({ hidden: false })))
})

it('removes one of a post’s files everywhere, and undoes it', async () => {
  const [first, second] = ['1'.repeat(20), '2'.repeat(20)]
  const blocks = [
    { type: 'image', data: { file: { url: `/media/${first}/original.webp` } } },
    { type: 'video', data: { url: `/media/${second}/video.mp4`, image: `/media/${second}/poster.webp` } },
  ]
  const { changed } = await openMenu({
    permissions: ['hideContent'],
    post: { postContent: JSON.stringify({ blocks }), heroImage: null },
  })
  press('Remove a file…')
  fireEvent.click(await screen.findByRole('radio', { name: 'Video 2' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Nudity' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove file' }))
  const { tokenName, id: postId } = communityPost
  const input = { tokenName, postId, mediaId: second, reason: 'nudity' }
  await waitFor(() => expect(changed).toHaveBeenCalledWith('mediaRemove', input))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(changed).toHaveBeenCalledWith('moderationUndo', { tokenName, activityIds: ['a1'] }))
})

it.each([
  ['a member', {}, false],
  ['its author', { isAuthor: true }, true],
  ['its author where posts are approved first', { isAuthor: true, approvePosts: true }, false],
  ['a moderator', { permissions: ['hideContent'] as Permission[], approvePosts: true }, true],
  [
    'a moderator of a draft',
    { permissions: ['hideContent'] as Permission[], post: { status: PostStatus.draft } },
    false,
  ],
])('offers editing to %s: %#', async (...[, about, offered]) => {
  expect((await openMenu(about)).labels().includes('Edit post')).toBe(offered)
})

it('opens the editor in a new tab on a partner’s site, so that the article stays open', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const site = 'https://paper.example'
  await openMenu({ isAuthor: true, site, post: { articleUrl: `${site}/a` } })
  press('Edit post')
  expect(open).toHaveBeenCalledWith('/edit', '_blank', 'noopener')
  open.mockRestore()
})

it('offers no hiding while a post is pinned', async () => {
  const { labels } = await openMenu({ post: { isPinned: true }, permissions: ['hideContent', 'pinPost'] })
  expect(labels()).toContain('Unpin')
  expect(labels()).not.toContain('Hide…')
})

it.each([
  [PostStatus.published, 'Published'],
  [PostStatus.pending, 'Pending approval'],
])('publishes a draft, and shows the resulting status: %i', async (status, text) => {
  await openMenu({ post: { status: PostStatus.draft }, isAuthor: true, after: { status } })
  press('Publish, schedule or discard…')
  fireEvent.click(screen.getByRole('radio', { name: 'Publish now' }))
  fireEvent.click(screen.getByRole('button', { name: 'Publish now' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('schedules a draft for a local time, and requires one', async () => {
  const { changed } = await openMenu({ post: { status: PostStatus.draft }, isAuthor: true })
  press('Publish, schedule or discard…')
  const confirm = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  expect(confirm('Confirm').disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Schedule post' }))
  expect(confirm('Schedule post').disabled).toBe(true)
  const field = screen.getByLabelText('Date and time')
  fireEvent.input(field, { target: { value: '2026-06-20T12:00' } })
  expect(screen.getByText(/must be in the future and within one month/)).toBeTruthy()
  // After the start of daylight saving time in many zones.
  fireEvent.input(field, { target: { value: '2026-03-30T09:15' } })
  fireEvent.click(confirm('Schedule post'))
  await waitFor(() =>
    expect(changed).toHaveBeenCalledWith(
      'postDraftSchedule',
      expect.objectContaining({ scheduledAt: new Date(2026, 2, 30, 9, 15).getTime() }),
    ),
  )
})

it('discards a scheduled post, and restores it with its time', async () => {
  const scheduledAt = NOW + 60_000
  const { changed } = await openMenu({ post: { status: PostStatus.scheduled, scheduledAt }, isAuthor: true })
  press('Publish, schedule or discard…')
  fireEvent.click(screen.getByRole('radio', { name: /^Discard/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(changed.mock.calls.map(([name, { hidden, scheduledAt: at }]) => [name, hidden, at])).toEqual([
      ['postDraftDelete', undefined, undefined],
      ['postDelete', false, undefined],
      ['postDraftSchedule', undefined, scheduledAt],
    ]),
  )
  expect(await screen.findByText('Post restored')).toBeTruthy()
})

it('offers a reminder of a saved post, and tells the application that it was saved', async () => {
  const client = { call: async () => ({ saved: true }) } as unknown as StoaOptions['client']
  const stoa = createStoa({ client, storage: null })
  const [onSaved, onRemind] = [vi.fn(), vi.fn()]
  stoa.state.setState({ viewer: exampleMe() })
  putEntities(stoa, { posts: { [communityPost.id]: communityPost } })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPostMenu postId={communityPost.id} href="/a" editHref="/e" onSaved={onSaved} onRemind={onRemind} />
    </StoaProvider>,
  )
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
  open()
  expect(screen.queryByRole('menuitem', { name: 'Remind me…' })).toBeNull()
  press('Save')
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(screen.queryByText('Saved')).toBeNull()
  open()
  press('Remind me…')
  expect(onRemind).toHaveBeenCalledOnce()
})

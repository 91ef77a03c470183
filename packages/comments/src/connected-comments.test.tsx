import { StoaError } from '@stoa/client'
import { type CallName, type Comment, type CommentWithReplies, errors } from '@stoa/contract'
import {
  exampleBranch,
  exampleComment,
  exampleCommunity,
  exampleMe,
  exampleSummary,
  exampleThread,
} from '@stoa/contract/fixtures'
import {
  createActions,
  createDrafts,
  createStoa,
  draftKey,
  ownDraftKey,
  putEntities,
  putThread,
  type Stoa,
  threadKey,
} from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { ConnectedComments, type ConnectedCommentsProps } from './connected-comments.tsx'
import { clickEnabled } from './testing/click-enabled.ts'

// Transforming the chunks on a busy machine takes longer than the tests wait for a button.
beforeAll(async () => {
  await import('./writer-tools.ts')
  await createActions(fakeStoa({}).stoa).prepare()
  Element.prototype.scrollIntoView = vi.fn()
})

const POST_ID = 'p0000000000000000001'
const article = { community: 'FORUM', url: 'https://example.org/a' }
const THREAD_KEY = threadKey(article)

/** A server with these responses, which refuses all other calls. */
function fakeStoa(responses: { [Name in CallName]?: (input: unknown) => unknown }) {
  const call = vi.fn(async (name: CallName, input: unknown) => {
    const respond = responses[name]
    if (!respond) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    return respond(input)
  })
  return { call, stoa: createStoa({ client: { call: call as never }, storage: null }) }
}

function page(items: CommentWithReplies[]) {
  return { items, cursor: null, hasMore: false }
}

/** The thread of an article without a post, or of a post. */
function seed(stoa: Stoa, comments: CommentWithReplies[], { anonymousComments = true } = {}) {
  return putThread(stoa, {
    article,
    payload: {
      articleUrl: article.url,
      community: { tokenName: 'FORUM', title: 'The Forum', urlSlug: 'FORUM', anonymousComments },
      post: null,
      comments: page(comments),
    },
  })
}

const threadOf = (stoa: Stoa, props: Partial<ConnectedCommentsProps>) => (
  <StoaProvider stoa={stoa}>
    <ConnectedComments postId={POST_ID} live={false} {...props} />
  </StoaProvider>
)

function show(stoa: Stoa, props: Partial<ConnectedCommentsProps> = {}) {
  return render(threadOf(stoa, props))
}

const articles = () => screen.queryAllByRole('article').map((one) => one.getAttribute('data-comment'))

it('loads the first page if the store has none, and shows an error', async () => {
  const thread = exampleThread()
  const { stoa, call } = fakeStoa({ commentList: () => page(thread) })
  show(stoa)
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(articles()).toHaveLength(5))
  expect(call).toHaveBeenCalledOnce()

  const { stoa: offline } = fakeStoa({})
  show(offline, { postId: 'p0000000000000000002' })
  expect(await screen.findByText('Couldn’t load the comments.')).toBeTruthy()
})

it('learns while somebody writes that only members write for now', async () => {
  const { stoa, call } = fakeStoa({
    commentList: () => page(exampleThread()),
    communityGet: () => ({ community: exampleCommunity({ membersOnly: true, slowModeSeconds: 60 }) }),
  })
  seed(stoa, exampleThread())
  const postId = Object.values(stoa.state.getState().threads)[0]?.postId ?? ''
  show(stoa, { postId, allowAnonymous: true })
  expect(call).not.toHaveBeenCalledWith('communityGet', expect.anything())
  fireEvent.focus(await screen.findByRole('textbox'))
  await screen.findByText('Only members can comment right now.')
  await screen.findByText('Slow mode: you can comment every 1 minute.')
})

it('leaves the order to an application that controls it', async () => {
  const { stoa, call } = fakeStoa({ commentList: () => page(exampleThread()) })
  const onSort = vi.fn()
  stoa.state.setState({ posts: { [POST_ID]: exampleSummary({ id: POST_ID, numComments: 5 }) } })
  const { rerender } = show(stoa, { sort: 'new', onSort })
  await waitFor(() => expect(articles()).toHaveLength(5))
  const choice = screen.getByRole<HTMLSelectElement>('combobox')
  expect(choice.value).toBe('new')
  await userEvent.selectOptions(choice, 'old')
  expect(onSort).toHaveBeenCalledWith('old')
  expect(call.mock.calls.map(([, input]) => (input as { sort: string }).sort)).toEqual(['new'])
  rerender(threadOf(stoa, { sort: 'old', onSort }))
  await waitFor(() =>
    expect(call.mock.calls.map(([, input]) => (input as { sort: string }).sort)).toEqual(['new', 'old']),
  )
  expect(choice.value).toBe('old')
})

it('shows a new comment at once with a temporary id, then as returned by the server', async () => {
  let respond: (comment: Comment) => void = () => {}
  const { stoa } = fakeStoa({
    commentCreate: () =>
      new Promise((resolve) => {
        respond = (comment) => resolve({ commentId: comment.id, comment })
      }),
  })
  const { postId } = seed(stoa, [])
  stoa.state.setState({ viewer: exampleMe() })
  show(stoa, { postId })
  await userEvent.type(screen.getByRole('textbox'), 'Hello')
  await clickEnabled('Comment')
  expect(await screen.findByText('Sending…')).toBeTruthy()
  expect(within(screen.getByRole('article')).getByText('Hello')).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  const newComment = exampleComment('newt', { content: 'Hello', postId: POST_ID })
  act(() => respond(newComment))
  await waitFor(() => expect(articles()).toEqual([newComment.id]))
  expect(screen.queryByText('Sending…')).toBeNull()
})

it('restores the text and removes the comment when the server refuses', async () => {
  const { stoa } = fakeStoa({
    commentCreate: () => {
      throw new StoaError('RATE_LIMITED', errors.RATE_LIMITED)
    },
  })
  const { postId } = seed(stoa, [])
  stoa.state.setState({ viewer: exampleMe() })
  show(stoa, { postId })
  await userEvent.type(screen.getByRole('textbox'), 'Hello')
  await clickEnabled('Comment')
  expect(await screen.findByText(/posting too frequently/)).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hello')
  expect(articles()).toEqual([])
})

it('stores an intent when a visitor sends, and clears the box once that has been resumed', async () => {
  const newComment = exampleComment('newt', { content: 'Hello', postId: POST_ID })
  const { stoa, call } = fakeStoa({ commentCreate: () => ({ commentId: newComment.id, comment: newComment }) })
  const { postId } = seed(stoa, [])
  stoa.state.setState({ viewer: null })
  show(stoa, { postId })
  await userEvent.type(screen.getByRole('textbox'), 'Hello')
  await clickEnabled('Sign in and comment')
  await waitFor(() => expect(stoa.state.getState().intent?.kind).toBe('sign-in'))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hello')
  expect(call).not.toHaveBeenCalledWith('commentCreate', expect.anything())
  await act(async () => {
    stoa.state.setState({ viewer: exampleMe() })
    await stoa.state.getState().intent?.resume()
  })
  await waitFor(() => expect(articles()).toEqual([newComment.id]))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
})

it('shows others’ new comments behind a button', async () => {
  const old = exampleBranch(exampleComment('heron', { postId: POST_ID }))
  const { stoa } = fakeStoa({ commentList: () => page([old]) })
  show(stoa)
  await waitFor(() => expect(articles()).toEqual([old.id]))
  const fresh = exampleComment('wren', { postId: POST_ID })
  const reply = exampleComment('otter', { postId: POST_ID, parentCommentId: old.id, replyToCommentId: old.id })
  act(() => {
    putEntities(stoa, { comments: { [fresh.id]: fresh, [reply.id]: reply } })
    stoa.state.setState({ newItems: { [POST_ID]: [fresh.id], [old.id]: [reply.id] } })
  })
  expect(articles()).toEqual([old.id])
  await userEvent.click(screen.getByRole('button', { name: '1 new comment' }))
  await waitFor(() => expect(articles()).toEqual([fresh.id, old.id]))
  // The buttons disappear, so focus moves to the new comments.
  await waitFor(() => expect(document.activeElement?.id).toBe(`comment-${fresh.id}`))
  await userEvent.click(screen.getByRole('button', { name: '1 new reply' }))
  await waitFor(() => expect(articles()).toEqual([fresh.id, old.id, reply.id]))
  await waitFor(() => expect(document.activeElement?.id).toBe(`comment-${reply.id}`))
})

it('rolls back a refused reaction and shows why', async () => {
  const comment = exampleBranch(exampleComment('heron', { postId: POST_ID }))
  const onFailure = vi.fn()
  const { stoa } = fakeStoa({
    commentList: () => page([comment]),
    postReaction: () => {
      throw new StoaError('BANNED', errors.BANNED)
    },
  })
  stoa.state.setState({ viewer: exampleMe() })
  show(stoa, { onFailure })
  await userEvent.click(await screen.findByRole('button', { name: /^Like/ }))
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ code: 'BANNED' })))
  expect(screen.getByRole('button', { name: 'Like, no one yet', pressed: false })).toBeTruthy()
})

it('shows a linked comment with its context, and the whole thread in another order on demand', async () => {
  const linked = exampleBranch(exampleComment('heron', { postId: POST_ID }))
  const other = exampleBranch(exampleComment('wren', { postId: POST_ID }))
  const { replies, ...comment } = linked
  const { stoa } = fakeStoa({
    commentGet: () => ({ comment, parent: null, around: page([linked]), replies }),
    commentList: () => page([other, linked]),
  })
  show(stoa, { commentId: linked.id })
  await waitFor(() => expect(articles()).toEqual([linked.id]))
  expect(screen.getByRole('article').dataset.highlighted).toBe('true')
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled())
  stoa.state.setState({ posts: { [POST_ID]: { numComments: 2 } as never } })
  await userEvent.selectOptions(await screen.findByRole('combobox'), 'new')
  await waitFor(() => expect(articles()).toEqual([other.id, linked.id]))
})

it('renders only what has changed', async () => {
  const comments = [exampleBranch(exampleComment('heron')), exampleBranch(exampleComment('wren'))]
  const { stoa } = fakeStoa({ commentList: () => page(comments) })
  show(stoa)
  await waitFor(() => expect(articles()).toHaveLength(2))
  const [first, second] = comments
  if (!first || !second) return
  const before = screen.getAllByRole('article')
  act(() => putEntities(stoa, { comments: { [first.id]: { ...first, content: 'changed' } } }))
  expect(screen.getByText('changed')).toBeTruthy()
  expect(screen.getAllByRole('article')).toEqual(before)
})

it('links to the next page without scripts, and reports the number of comments shown with them', async () => {
  const [first = exampleThread()[0] as CommentWithReplies, ...rest] = exampleThread()
  const many = { ...first, replies: { ...first.replies, cursor: 'r1', hasMore: true } }
  const { stoa } = fakeStoa({
    commentList: () => ({ items: [many, ...rest], cursor: 'c1', hasMore: true }),
  })
  putEntities(stoa, {
    posts: { [POST_ID]: exampleSummary({ id: POST_ID, slugUrl: 'a-post', kind: 'community', tokenName: 'FORUM' }) },
  })
  const onMore = vi.fn()
  show(stoa, { hrefAfter: (cursor, comment) => `/${comment?.id ?? ''}?after=${cursor}`, onMore })
  const more = await screen.findByRole('link', { name: 'Load more comments' })
  expect(more.getAttribute('href')).toBe('/?after=c1')
  const replies = screen.getByRole('link', { name: /^Show \d+ more repl/ })
  expect(replies.getAttribute('href')).toBe(`/${first.id}?after=r1`)
  await userEvent.click(more)
  expect(onMore).toHaveBeenCalledWith(rest.length + 1)
})

it('shows a later part of the thread, and a link to its start', async () => {
  const { stoa, call } = fakeStoa({ commentList: () => page(exampleThread()) })
  putEntities(stoa, { posts: { [POST_ID]: exampleSummary({ id: POST_ID }) } })
  show(stoa, { after: 'c1' })
  await waitFor(() => expect(articles().length).toBeGreaterThan(0))
  expect(call.mock.calls[0]?.[1]).toMatchObject({ cursor: 'c1' })
  expect(screen.getByRole('link', { name: 'Show all comments' })).toBeTruthy()
})

it('shows banned people the end of the ban, also in an article without a post', async () => {
  const { stoa } = fakeStoa({ commentList: () => page([]) })
  const { key } = seed(stoa, [])
  stoa.state.setState({ viewer: exampleMe({ bannedCommunities: { FORUM: 0, GARDEN: 1 } }) })
  show(stoa, { postId: key })
  expect(await screen.findByText(/ban is permanent unless a moderator lifts it/)).toBeTruthy()
})

const anonymously = () => screen.queryByRole('button', { name: 'Comment anonymously' })

it.each(['a post', 'an article without a post'])(
  'offers anonymous comments where the community of %s allows them, and not elsewhere',
  async (kind) => {
    for (const anonymousComments of [true, false]) {
      const { stoa } = fakeStoa({ commentList: () => page([]) })
      const { key } = seed(stoa, [], { anonymousComments })
      putEntities(stoa, { posts: { [POST_ID]: exampleSummary({ id: POST_ID, anonymousComments }) } })
      stoa.state.setState({ viewer: null })
      const { unmount } = show(stoa, { postId: kind === 'a post' ? POST_ID : key, allowAnonymous: true })
      await userEvent.type(screen.getByRole('textbox'), 'Hello')
      await screen.findByRole('button', { name: 'Sign in and comment' })
      expect(anonymously() !== null).toBe(anonymousComments)
      unmount()
    }
  },
)

it('offers no anonymous comments if the application can’t send them', async () => {
  const { stoa } = fakeStoa({ commentList: () => page([]) })
  putEntities(stoa, { posts: { [POST_ID]: exampleSummary({ id: POST_ID }) } })
  stoa.state.setState({ viewer: null })
  show(stoa)
  await userEvent.type(screen.getByRole('textbox'), 'Hello')
  await screen.findByRole('button', { name: 'Sign in and comment' })
  expect(anonymously()).toBeNull()
})

it.each([
  ['Join and comment', 'signed in at the forum', false],
  ['Comment', 'is signed on by the publisher', true],
])('shows %s to a non-member who %s', async (label, _, isByPublisher) => {
  const session = { isByPublisher: () => isByPublisher, onChange: () => () => {} }
  const call = vi.fn(async () => page([]))
  const stoa = createStoa({ client: { call: call as never }, session: session as never, storage: null })
  putEntities(stoa, { posts: { [POST_ID]: exampleSummary({ id: POST_ID }) } })
  stoa.state.setState({ viewer: exampleMe({ joinedCommunities: [] }) })
  show(stoa)
  await userEvent.type(screen.getByRole('textbox'), 'Hello')
  expect(await screen.findByRole('button', { name: label })).toBeTruthy()
})

it('leaves a text in its open box after signing out until somebody else signs in, and shows no other drafts', async () => {
  const { stoa } = fakeStoa({})
  seed(stoa, exampleThread())
  const [anna, ben] = ['anna', 'ben'].map((id) => exampleMe({ id, joinedCommunities: ['FORUM'] }))
  const enter = (viewer: typeof anna | null) =>
    act(() => stoa.state.setState({ viewer: viewer ?? null, ...(viewer && { writerId: viewer.id }) }))
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  const key = draftKey(THREAD_KEY, 'comment')
  const drafts = stoa.singleton(createDrafts)
  enter(anna)
  const first = show(stoa, { postId: THREAD_KEY })
  await userEvent.type(box(), 'Half a')
  await waitFor(() => expect(drafts.get(key)).toBe('Half a'))
  enter(null)
  expect(box().value).toBe('Half a')
  await userEvent.type(box(), ' thought')
  expect(drafts.get(key)).toBe('')
  expect(drafts.get(ownDraftKey(key, 'anna'))).toBe('Half a thought')
  enter(ben)
  await waitFor(() => expect(box().value).toBe(''))
  await userEvent.type(box(), 'Ben’s')
  expect(drafts.get(ownDraftKey(key, 'anna'))).toBe('Half a thought')
  enter(null)
  expect(box().value).toBe('Ben’s')
  first.unmount()
  show(stoa, { postId: THREAD_KEY })
  expect(box().value).toBe('')
  expect(screen.queryByRole('button', { name: 'Comment' })).toBeNull()
})

it('hands a visitor’s text to who signs in, once', async () => {
  const { stoa } = fakeStoa({})
  seed(stoa, exampleThread())
  const key = draftKey(THREAD_KEY, 'comment')
  const drafts = stoa.singleton(createDrafts)
  drafts.set(ownDraftKey(key, 'anna'), 'Anna’s')
  stoa.state.setState({ viewer: null })
  show(stoa, { postId: THREAD_KEY })
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  await userEvent.type(box, 'Visitor’s')
  await waitFor(() => expect(drafts.get(key)).toBe('Visitor’s'))
  act(() => stoa.state.setState({ viewer: exampleMe({ id: 'anna', joinedCommunities: ['FORUM'] }), writerId: 'anna' }))
  await waitFor(() => expect(box.value).toBe('Anna’s\n\nVisitor’s'))
  expect(drafts.get(key)).toBe('Anna’s\n\nVisitor’s')
})

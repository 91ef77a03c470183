import { StoaError } from '@stoa/client'
import { PostStatus } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe, examplePoll, examplePost } from '@stoa/contract/fixtures'
import { ConnectedPoll } from '@stoa/poll'
import { ConnectedReactions } from '@stoa/reactions'
import { createStoa, loadPost, type Stoa, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConnectedPostView } from './connected-post-view.tsx'

type Call = (name: string, input: Record<string, unknown>) => Promise<unknown>

const post = examplePost(
  examplePoll([
    ['Saturday', 1],
    ['Sunday', 0],
  ]),
)

const comment = exampleBranch(exampleComment('', { postId: post.id, content: 'A comment of somebody' }))

const respond = async (name: string) =>
  name === 'commentList' ? { items: [comment], cursor: null, hasMore: false } : { post }

function open(call: Call, onFailure?: (error: unknown) => void): Stoa {
  const stoa = createStoa({ client: { call: call as StoaOptions['client']['call'] } })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPostView postId={post.id} onFailure={onFailure} />
    </StoaProvider>,
  )
  return stoa
}

it('loads a post with its poll, reactions and comments', async () => {
  const call = vi.fn(respond)
  open(call)
  expect(screen.getByRole('article', { busy: true })).toBeTruthy()
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(post.title)
  expect(screen.getByRole('button', { name: /^Saturday/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Like, 214 people' })).toBeTruthy()
  expect(await screen.findByText('A comment of somebody')).toBeTruthy()
  expect(call.mock.calls.filter(([name]) => name === 'postGet')).toHaveLength(1)
})

it('offers a retry, and reports a missing post', async () => {
  const call = vi
    .fn<Call>()
    .mockRejectedValueOnce(new StoaError('NETWORK', { message: '' }))
    .mockImplementation(respond)
  open(call)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  cleanup()
  open(() => Promise.reject(new StoaError('POST_NOT_FOUND', { message: '' })))
  expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('loads a post once for a separate poll and reaction bar', async () => {
  const call = vi.fn(respond)
  const stoa = createStoa({ client: { call: call as StoaOptions['client']['call'] } })
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPoll postId={post.id} />
      <ConnectedReactions entityType="Post" entityId={post.id} />
    </StoaProvider>,
  )
  expect(screen.getAllByRole('group', { busy: true })).toHaveLength(2)
  expect(await screen.findByRole('button', { name: 'Like, 214 people' })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Saturday/ })).toBeTruthy()
  expect(call).toHaveBeenCalledOnce()
})

it('shows a reaction at once and sends it to the server', async () => {
  const call = vi.fn<Call>(async (name) => (name === 'postReaction' ? new Promise(() => {}) : respond(name)))
  const stoa = open(call)
  await act(async () => void (await loadPost(stoa, { idOrSlug: post.id })))
  fireEvent.click(screen.getByRole('button', { name: 'Like, 214 people' }))
  expect(await screen.findByRole('button', { name: 'Like, 215 people', pressed: true })).toBeTruthy()
  await vi.waitFor(() => {
    expect(call).toHaveBeenCalledWith('postReaction', expect.objectContaining({ entityId: post.id }))
  })
})

it('offers editing to its author only', async () => {
  const stoa = open(respond)
  await act(async () => void (await loadPost(stoa, { idOrSlug: post.id })))
  fireEvent.click(screen.getByRole('button', { name: 'More actions for this post' }))
  expect(screen.queryByRole('menuitem', { name: 'Edit post' })).toBeNull()
  act(() => stoa.state.setState({ viewer: exampleMe({ id: post.publisherId }) }))
  expect(await screen.findByRole('menuitem', { name: 'Edit post' })).toBeTruthy()
})

it('shows no comments under a pending post', async () => {
  const stoa = open(async (name) => (name === 'postGet' ? { post: { ...post, status: 5 } } : respond(name)))
  await act(async () => void (await loadPost(stoa, { idOrSlug: post.id })))
  expect(screen.getByText(/pending approval/)).toBeTruthy()
  expect(document.querySelector('#comments')).toBeNull()
})

const waiting = { ...post, status: PostStatus.pending }
const moderator = exampleMe({ tokenPermissions: { [post.tokenName]: ['hideContent', 'hidePremiumContent'] } })

/** A pending post shown to a moderator, with the given server response. */
async function openWaiting(decide: () => Promise<unknown>, onFailure?: (error: unknown) => void) {
  const call = vi.fn<Call>((name) =>
    name === 'postApprove' ? decide() : name === 'postGet' ? Promise.resolve({ post: waiting }) : respond(name),
  )
  const stoa = open(call, onFailure)
  await act(async () => void (await loadPost(stoa, { idOrSlug: post.id })))
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  act(() => stoa.state.setState({ viewer: moderator }))
  await screen.findByRole('button', { name: 'Approve' })
  return call
}

it('lets moderators approve a pending post, and moves focus to its title', async () => {
  const call = await openWaiting(() => Promise.resolve({ post }))
  screen.getByRole('button', { name: 'Approve' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByText(/pending approval/)).toBeNull())
  expect(call).toHaveBeenCalledWith('postApprove', { postId: post.id, approve: true }, expect.anything())
  await waitFor(() => expect(document.activeElement?.textContent).toBe(post.title))
})

it('shows why a decision was refused, and allows a retry', async () => {
  const onFailure = vi.fn()
  const refusal = new Error('no')
  await openWaiting(() => Promise.reject(refusal), onFailure)
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith(refusal))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reject…' }).disabled).toBe(false))
})

it('asks for the reason of a rejection', async () => {
  const refused = { ...post, status: PostStatus.hiddenByAdmin }
  const call = await openWaiting(() => Promise.resolve({ post: refused }))
  fireEvent.click(screen.getByRole('button', { name: 'Reject…' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Spam' }))
  fireEvent.click(screen.getByRole('button', { name: 'Reject post' }))
  await waitFor(() => expect(screen.queryByText(/pending approval/)).toBeNull())
  expect(call).toHaveBeenCalledWith(
    'postApprove',
    { postId: post.id, approve: false, reason: 'spam' },
    expect.anything(),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers the saved reasons for a rejection', async () => {
  const refused = { ...post, status: PostStatus.hiddenByAdmin }
  const call = await openWaiting(() => Promise.resolve({ post: refused }))
  const others = call.getMockImplementation() as Call
  const rules = { reasons: [{ title: 'Advertising', text: 'No links to shops.' }] }
  call.mockImplementation((name, ...rest) =>
    name === 'checkRulesGet' ? Promise.resolve({ rules }) : others(name, ...rest),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Reject…' }))
  fireEvent.click(await screen.findByRole('radio', { name: /^Advertising/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Reject post' }))
  const why = { reason: 'other', reasonText: 'No links to shops.' }
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('postApprove', { postId: post.id, approve: false, ...why }, expect.anything()),
  )
})

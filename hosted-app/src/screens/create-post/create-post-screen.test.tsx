import type { ApiCall } from '@stoa/client'
import type { Community, Me } from '@stoa/contract'
import { content, exampleCommunity, exampleId, exampleMe, examplePost, paragraph } from '@stoa/contract/fixtures'
import { createStoa, putEntities } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts, ToastRegion } from '@stoa/ui'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { createHistoryCache } from '../../history-cache.ts'
import { type HostedApp, HostedAppProvider } from '../../hosted-app.ts'
import { AnonymousPostScreen } from './anonymous-post-screen.tsx'
import { CreatePostScreen } from './create-post-screen.tsx'

vi.mock('./fields/document-field.tsx', async () => ({
  DocumentField: (await import('../../testing/plain-document-field.tsx')).PlainDocumentField,
}))

beforeEach(() => localStorage.clear())

const community = exampleCommunity({
  tokenName: 'FORUM',
  activeFlairs: [],
  postTypes: ['community', 'poll', 'story', 'response'],
})
const rivers = exampleCommunity({ tokenName: 'RIVERS', title: 'Rivers', activeFlairs: [] })
const post = examplePost({ tokenName: 'FORUM', title: 'A title', postContent: content(paragraph('Words')) })

function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="place">{pathname + search}</output>
}

interface Opened {
  postId: string | null
  parentPostId: string | null
  /** Default: an open community. */
  shown?: Community
}

const calls: string[] = []
let router: ReturnType<typeof createMemoryRouter>
const saved = { ...post, id: exampleId(7, 'd'), status: 9, revision: 0 }

function open(viewer: Me | null, address: string, { shown = community, ...data }: Opened) {
  calls.length = 0
  const call = (async (name: string) => {
    calls.push(name)
    if (name === 'postGet') return { post }
    if (name === 'postDraftSave') return { post: { ...saved, publisherId: viewer?.id } }
    if (name === 'postDraftDelete') return { post: { ...saved, status: 2 } }
    return { items: [], cursor: null, hasMore: false }
  }) as ApiCall
  const stoa = createStoa({ client: { call } })
  stoa.state.setState({ viewer })
  putEntities(stoa, { posts: { [post.id]: post }, communities: { FORUM: shown, RIVERS: rivers } })
  const toasts = createToasts()
  const app = {
    stoa,
    toasts,
    history: createHistoryCache(),
    origin: '',
    session: null,
    config: { isSingleTokenDomain: false },
  }
  const loader = () => ({ tokenName: 'FORUM', ...data, head: {} })
  router = createMemoryRouter(
    [
      { path: '/bbs/FORUM/posts/create', loader, Component: CreatePostScreen, HydrateFallback: () => null },
      {
        path: '/bbs/FORUM/posts/create/anonymous',
        loader,
        Component: AnonymousPostScreen,
        HydrateFallback: () => null,
      },
      { path: '*', Component: Place },
    ],
    { initialEntries: [address] },
  )
  render(
    <HostedAppProvider value={app as unknown as HostedApp}>
      <StoaProvider stoa={stoa}>
        <RouterProvider router={router} />
        <ToastRegion toasts={toasts} />
      </StoaProvider>
    </HostedAppProvider>,
  )
  return stoa
}

const path = '/bbs/FORUM/posts/create'

test('people who may edit a post get its form, others the same as for a missing post', async () => {
  open(exampleMe({ id: post.publisherId }), path, { postId: post.id, parentPostId: null })
  expect(await screen.findByDisplayValue('A title')).toBeDefined()
})

test('somebody else’s post can’t be edited', async () => {
  open(exampleMe({ id: 'z'.repeat(20) }), path, { postId: post.id, parentPostId: null })
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
  expect(screen.queryByDisplayValue('A title')).toBeNull()
})

test('signing in first leads back to the full address', async () => {
  const address = `${path}?parentPostId=${post.id}`
  open(null, address, { postId: null, parentPostId: post.id })
  const place = await screen.findByLabelText('place')
  expect(new URL(place.textContent ?? '', 'https://forum.example').searchParams.get('next')).toBe(address)
})

test('somebody in a time-out sees why, and their text, but can’t send it', async () => {
  const storedDraft = {
    form: { title: 'Half a thought', document: { blocks: [{ type: 'paragraph', data: { text: 'Kept words' } }] } },
  }
  localStorage.setItem(
    'stoa.draft:FORUM post',
    JSON.stringify({ text: JSON.stringify(storedDraft), at: Date.now(), submitted: [] }),
  )
  const viewer = exampleMe({ bannedCommunities: { FORUM: Date.now() + 3_600_000 }, timeouts: ['FORUM'] })
  open(viewer, path, { postId: null, parentPostId: null })
  expect(await screen.findByText('You’re in a time-out.')).toBeDefined()
  expect(screen.getByText(/You can write here again/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Your decisions' }).getAttribute('href')).toBe('/bbs/my-account/decisions')
  expect(await screen.findByText('Kept words')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})

test('a draft of somebody banned can be read', async () => {
  const viewer = exampleMe({ id: post.publisherId, bannedCommunities: { FORUM: 0 } })
  open(viewer, path, { postId: post.id, parentPostId: null })
  expect(await screen.findByText('Words')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the heading names the chosen community', async () => {
  open(exampleMe({ joinedCommunities: ['FORUM', 'RIVERS'] }), path, { postId: null, parentPostId: null })
  fireEvent.change(await screen.findByLabelText('Community'), { target: { value: 'RIVERS' } })
  expect(await screen.findByRole('heading', { name: 'New post in Rivers' })).toBeDefined()
})

test('a response stays in the community of the post that it responds to', async () => {
  const viewer = exampleMe({ id: 'z'.repeat(20), joinedCommunities: ['FORUM', 'RIVERS'] })
  open(viewer, path, { postId: null, parentPostId: post.id })
  expect(await screen.findByLabelText('Title')).toBeDefined()
  expect(screen.queryByLabelText('Community')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: /^Respond in / })).toBeDefined()
})

test('an unfinished anonymous post stays on the page after signing out, and isn’t shown to the next person', async () => {
  const stoa = open(exampleMe({ id: 'anna' }), `${path}/anonymous`, { postId: null, parentPostId: null })
  const enter = (viewer: Me | null) => act(() => stoa.state.setState({ viewer }))
  const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
  fireEvent.input(await screen.findByLabelText('Title'), { target: { value: 'Anna’s' } })
  // The browser restores no title either, as it doesn’t know whose it is.
  expect(screen.getByLabelText('Title').getAttribute('autocomplete')).toBe('off')
  enter(null)
  expect(title()).toBe('Anna’s')
  enter(exampleMe({ id: 'ben' }))
  await waitFor(() => expect(title()).toBe(''))
  enter(exampleMe({ id: 'anna' }))
  await waitFor(() => expect(title()).toBe('Anna’s'))
})

const isNew = { postId: null, parentPostId: null }
const member = exampleMe({ joinedCommunities: ['FORUM'] })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function typeTitle(value: string): Promise<void> {
  fireEvent.input(await screen.findByLabelText('Title'), { target: { value } })
}

test('who isn’t a member reads that publishing joins, and nothing is saved on the server before', async () => {
  open(exampleMe({ joinedCommunities: [] }), path, isNew)
  await typeTitle('Hello')
  expect(screen.getByText(/^You aren’t a member of .+ yet\. Publishing also joins it\.$/)).toBeDefined()
  const described = screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toMatch(/^You aren’t a member/)
  expect(screen.getByText('Kept on this device')).toBeDefined()
  await press('More ways to post')
  expect(screen.getByRole('menuitem', { name: 'Save draft' }).getAttribute('aria-disabled')).toBe('true')
  expect(calls).not.toContain('postDraftSave')
})

test('a member reads that a moderator approves the post; a moderator doesn’t', async () => {
  const approval = 'A moderator approves new posts here before others see them.'
  const shown = { ...community, approvePosts: true }
  open(member, path, { ...isNew, shown })
  expect(await screen.findByText(approval)).toBeDefined()
  document.body.replaceChildren()
  open(exampleMe({ joinedCommunities: ['FORUM'], tokenOwner: ['FORUM'] }), path, { ...isNew, shown })
  expect(await screen.findByLabelText('Title')).toBeDefined()
  expect(screen.queryByText(approval)).toBeNull()
})

test('signing in again leads back to the draft that was begun', async () => {
  const stoa = open(member, path, isNew)
  await typeTitle('Half a thought')
  await press('More ways to post')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Save draft' }))
  await waitFor(() => expect(window.location.pathname).toBe(`${path}/${saved.id}`))
  act(() => stoa.state.setState({ viewer: null }))
  const place = await screen.findByLabelText('place')
  expect(new URL(place.textContent ?? '', 'https://forum.example').searchParams.get('next')).toBe(`${path}/${saved.id}`)
  window.history.replaceState(null, '', '/')
})

test('back at a new post that was saved when it was left, its draft is opened', async () => {
  open(member, path, isNew)
  await typeTitle('Left early')
  await act(() => router.navigate('/elsewhere'))
  await waitFor(() => expect(calls).toContain('postDraftSave'))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getByLabelText('place').textContent).toBe(`${path}/${saved.id}`))
})

test('a text that isn’t on the server yet is discarded, and comes back', async () => {
  open(member, path, isNew)
  await typeTitle('Too early')
  await press('More ways to post')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Discard draft' }))
  expect((await screen.findByLabelText('place')).textContent).toBe('/bbs/FORUM')
  expect(Object.values(localStorage).join()).not.toContain('Too early')
  await press('Undo')
  await waitFor(() => expect(Object.values(localStorage).join()).toContain('Too early'))
  expect(calls).not.toContain('postDraftDelete')
})

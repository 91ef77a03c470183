import { type ApiCall, StoaError } from '@stoa/client'
import { type CallInput, errors, type Post } from '@stoa/contract'
import { content, exampleCommunity, exampleMe, examplePost, paragraph } from '@stoa/contract/fixtures'
import { createActions, createStoa, putEntities, type Stoa } from '@stoa/store'
import { StoaProvider, usePost } from '@stoa/store/react'
import { createToasts, ToastRegion } from '@stoa/ui'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createHistoryCache } from '../../history-cache.ts'
import { type HostedApp, HostedAppProvider } from '../../hosted-app.ts'
import { PostComposer } from './post-composer.tsx'

// Transforming the chunk on a busy machine takes longer than the tests wait for a button.
beforeAll(() => createActions(fakeStoa({}).stoa).prepare())
beforeEach(() => localStorage.clear())

const community = exampleCommunity({ tokenName: 'FORUM', activeFlairs: [] })
const text = (words: string) => content(paragraph(words))

type Answers = Partial<Record<'postCreate' | 'postEdit' | 'communityJoin', (input: never) => unknown>>

function refusal(code: keyof typeof errors, details?: StoaError['details']) {
  return new StoaError(code, { ...errors[code], details })
}

function fakeStoa(answers: Answers) {
  const keys: (string | undefined)[] = []
  const call = vi.fn(async (name: string, input: unknown, options?: { idempotencyKey?: string }) => {
    keys.push(options?.idempotencyKey)
    const answer = answers[name as keyof Answers]
    if (!answer) throw new StoaError('NETWORK', { message: 'The server could not be reached.' })
    return answer(input as never)
  })
  const stoa = createStoa({ client: { call: call as unknown as ApiCall } })
  stoa.state.setState({ viewer: exampleMe() })
  return { stoa, keys, inputs: () => call.mock.calls.map(([, input]) => input as CallInput<'postEdit'>) }
}

function Place() {
  return <output aria-label="place">{useLocation().pathname}</output>
}

function Editor({ postId }: { postId: string | null }) {
  const post = usePost(postId ?? '')
  return <PostComposer community={community} post={post ?? null} />
}

function show(stoa: Stoa, post: Post | null = null) {
  if (post) putEntities(stoa, { posts: { [post.id]: post } })
  const toasts = createToasts()
  const app = { stoa, toasts, history: createHistoryCache(), origin: '', session: null } as unknown as HostedApp
  return render(
    <HostedAppProvider value={app}>
      <StoaProvider stoa={stoa}>
        <MemoryRouter>
          <Editor postId={post?.id ?? null} />
          <ToastRegion toasts={toasts} />
          <Place />
        </MemoryRouter>
      </StoaProvider>
    </HostedAppProvider>,
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const place = () => screen.getByLabelText('place').textContent

const draft = examplePost({
  kind: 'community',
  tokenName: 'FORUM',
  status: 9,
  title: 'Begun',
  postContent: text('Begun'),
  revision: 1,
})
const published = { ...draft, status: 0 }

test('a new post is published, or saved as a draft that needs no more than a title', async () => {
  const { stoa, inputs } = fakeStoa({ postCreate: () => ({ post: draft }) })
  show(stoa)
  type('Title', 'Begun')
  await press('Publish')
  expect(screen.getByText('Please fill this in.')).toBeTruthy()
  expect(inputs()).toEqual([])
  await press('Save draft')
  await waitFor(() => expect(place()).toBe(`/bbs/FORUM/posts/create/${draft.id}`))
  expect(inputs()).toMatchObject([{ title: 'Begun', saveAsDraft: true }])
  expect(await screen.findByText(/^Draft saved/)).toBeTruthy()
  type('Text', 'Done')
  await press('Publish')
  await waitFor(() =>
    expect(inputs()[1]).toMatchObject({
      saveAsDraft: false,
      postContent: JSON.stringify({ blocks: [paragraph('Done')] }),
    }),
  )
})

test('an option that stands twice in a poll is told at its field, and nothing is sent', async () => {
  const { stoa, inputs } = fakeStoa({ postCreate: () => ({ post: draft }) })
  show(stoa)
  type('Title', 'Yes or no?')
  type('Text', 'Say.')
  await press('Add a poll')
  type('Option 1', 'Yes')
  type('Option 2', ' yes ')
  await press('Publish')
  const second = field('Option 2')
  expect(screen.getAllByText('This option is already in the list.')).toHaveLength(1)
  expect([field('Option 1'), second].map((input) => input.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  expect(document.activeElement).toBe(second)
  expect(inputs()).toEqual([])
  type('Option 2', 'No')
  await press('Publish')
  await waitFor(() => expect(inputs()).toMatchObject([{ pollOptions: ['Yes', 'No'] }]))
})

test('an edited draft stays a draft until it is published', async () => {
  const { stoa, inputs } = fakeStoa({
    postEdit: ({ title, revision, saveAsDraft }: CallInput<'postEdit'>) => ({
      post: { ...draft, title, revision: (revision ?? 0) + 1, status: saveAsDraft ? 9 : 0 },
    }),
  })
  show(stoa, draft)
  type('Title', 'Better')
  await press('Save draft')
  await screen.findByText(/^Draft saved/)
  expect(place()).toBe('/')
  type('Title', 'Best')
  await press('Publish')
  await waitFor(() => expect(place()).not.toBe('/'))
  expect(inputs()).toMatchObject([
    { postId: draft.id, title: 'Better', revision: 1, saveAsDraft: true },
    { postId: draft.id, title: 'Best', revision: 2, saveAsDraft: false },
  ])
})

test.each([
  ['RATE_LIMITED', 'too frequently'],
  ['BANNED', 'You were banned from this community.'],
  ['INTERNAL', 'Seems like something went wrong'],
  ['NETWORK', 'Seems like something went wrong'],
] as const)(
  'nothing typed is lost when the answer is %s, and a second try is the same request',
  async (code, words) => {
    const { stoa, keys } = fakeStoa(
      code === 'NETWORK'
        ? {}
        : {
            postCreate: () => {
              throw refusal(code)
            },
          },
    )
    const first = show(stoa)
    type('Title', 'A title')
    type('Text', 'Many words')
    await press('Publish')
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    expect([field('Title').value, field('Text').value]).toEqual(['A title', 'Many words'])
    await press('Publish')
    await waitFor(() => expect(keys).toHaveLength(2))
    first.unmount()
    stoa.destroy()

    // The same after a reload.
    const later = fakeStoa({ postCreate: () => ({ post: published }) })
    show(later.stoa)
    await waitFor(() => expect([field('Title').value, field('Text').value]).toEqual(['A title', 'Many words']))
    await press('Publish')
    await waitFor(() => expect(place()).not.toBe('/'))
    expect(new Set([...keys, ...later.keys]).size).toBe(1)
    expect(Object.keys(localStorage).filter((key) => key.startsWith('stoa.draft:'))).toEqual([])
  },
)

test('a failed draft is told as one', async () => {
  const { stoa } = fakeStoa({})
  show(stoa)
  type('Title', 'A title')
  await press('Save draft')
  expect(await screen.findByText('Failed to save the draft.')).toBeTruthy()
})

test('who is no member joins by publishing', async () => {
  const isMember = vi.fn().mockReturnValueOnce(false).mockReturnValue(true)
  const { stoa } = fakeStoa({
    communityJoin: () => ({ community, joinedCommunities: ['FORUM'] }),
    postCreate() {
      if (!isMember()) throw refusal('JOIN_REQUIRED')
      return { post: published }
    },
  })
  show(stoa)
  type('Title', 'A title')
  type('Text', 'Words')
  await press('Publish')
  await waitFor(() => expect(place()).not.toBe('/'))
})

const other: Post = { ...published, title: 'Of a moderator', postContent: text('Other words'), revision: 2 }

async function runIntoConflict() {
  const postEdit = ({ revision, title }: CallInput<'postEdit'>) => {
    if (revision !== 2) throw refusal('EDIT_CONFLICT', { post: other })
    return { post: { ...other, title, revision: 3 } }
  }
  const fake = fakeStoa({ postEdit })
  show(fake.stoa, published)
  type('Title', 'Mine')
  await press('Save changes')
  await screen.findByText('This post was changed while you were writing.')
  expect(field('Title').value).toBe('Mine')
  return fake
}

test('a post that somebody else has changed is shown beside what was typed, and overwritten on demand only', async () => {
  const { inputs } = await runIntoConflict()
  expect(screen.getByText('Other words')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  await press('Save mine instead')
  await waitFor(() => expect(place()).not.toBe('/'))
  expect(inputs().map(({ title, revision }) => [title, revision])).toEqual([
    ['Mine', 1],
    ['Mine', 2],
  ])
})

test('the other version can be taken over, and that can be undone', async () => {
  await runIntoConflict()
  await press('Use the other version')
  expect([field('Title').value, field('Text').value]).toEqual(['Of a moderator', 'Other words'])
  expect(screen.queryByText('This post was changed while you were writing.')).toBeNull()
  await press('Undo')
  expect(field('Title').value).toBe('Mine')
  expect(screen.getByText('This post was changed while you were writing.')).toBeTruthy()
})

test('what was typed can wait on the device, and knows when it comes back that the post has changed', async () => {
  const { stoa } = await runIntoConflict()
  await press('Keep mine for later')
  expect(place()).not.toBe('/')
  stoa.destroy()
  document.body.replaceChildren()

  show(fakeStoa({}).stoa, other)
  await waitFor(() => expect(field('Title').value).toBe('Mine'))
  expect(screen.getByText('This post was changed while you were writing.')).toBeTruthy()
})

test('an editor in which nothing was typed follows the post', async () => {
  const { stoa } = fakeStoa({})
  show(stoa, published)
  act(() => putEntities(stoa, { posts: { [other.id]: other } }))
  await waitFor(() => expect(field('Title').value).toBe('Of a moderator'))
  expect(screen.queryByText('This post was changed while you were writing.')).toBeNull()
})

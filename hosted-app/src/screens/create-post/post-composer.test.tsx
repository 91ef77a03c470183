import { type CallInput, type Post } from '@stoa/contract'
import { exampleMe, paragraph } from '@stoa/contract/fixtures'
import { createActions, putEntities } from '@stoa/store'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  addPoll,
  after,
  choose,
  community,
  draft,
  fakeStoa,
  field,
  place,
  press,
  published,
  refusal,
  show,
  text,
  type,
} from '../../testing/composer.tsx'
import type { DocumentFieldProps } from './fields/document-field.tsx'

/** The list of the shown composer. */
let unfinished: DocumentFieldProps['unfinished']

vi.mock('./fields/document-field.tsx', async () => {
  const { PlainDocumentField } = await import('../../testing/plain-document-field.tsx')
  return {
    DocumentField(props: DocumentFieldProps) {
      unfinished = props.unfinished
      return <PlainDocumentField {...props} />
    },
  }
})

// Transforming the chunk on a busy machine takes longer than the tests wait for a button.
beforeAll(() => createActions(fakeStoa({}).stoa).prepare())
beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('a new post is published, or saved as a draft with only a title', async () => {
  const { stoa, inputs } = fakeStoa({
    postDraftSave: () => ({ post: { ...draft, revision: 0 } }),
    postEdit: () => ({ post: published }),
  })
  show(stoa)
  type('Title', 'Begun')
  await press('Publish')
  expect(screen.getByText('Write something, or add a poll.')).toBeTruthy()
  expect(inputs()).toEqual([])
  await choose('Save draft')
  await waitFor(() => expect(window.location.pathname).toBe(`/bbs/FORUM/posts/create/${draft.id}`))
  expect(inputs()).toMatchObject([{ title: 'Begun', postContent: '{"blocks":[]}' }])
  expect(await screen.findByText(/^Draft saved/)).toBeTruthy()
  type('Body', 'Done')
  await press('Publish')
  await waitFor(() =>
    expect(inputs()[1]).toMatchObject({
      postId: draft.id,
      revision: 0,
      saveAsDraft: false,
      postContent: JSON.stringify({ blocks: [paragraph('Done')] }),
    }),
  )
})

test('a post with a file that failed or is being uploaded is neither published nor scheduled', async () => {
  const { stoa, inputs } = fakeStoa({ postCreate: () => ({ post: published }) })
  show(stoa)
  type('Title', 'A title')
  type('Body', 'Words')
  const retry = vi.fn()
  const remove = vi.fn(() => unfinished?.end(failed ?? 0))
  const uploadId = unfinished?.set({ name: 'bridge.mp4', remove: () => {} })
  const failed = unfinished?.set({ name: 'bridge.png', problem: 'This file is damaged.', retry, remove })
  expect(screen.queryByText(/in the post yet/)).toBeNull()
  await press('Publish')
  expect(screen.getByText('2 files aren’t in the post yet.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'bridge.mp4: still uploading.Remove',
    'bridge.png: This file is damaged.Try againRemove',
  ])
  await choose('Schedule…')
  expect(inputs()).toEqual([])
  await press('Try again: bridge.png')
  expect(retry).toHaveBeenCalledOnce()
  await press('Remove bridge.png')
  act(() => unfinished?.end(uploadId ?? 0))
  expect(screen.queryByText(/in the post yet/)).toBeNull()
  await press('Publish')
  await waitFor(() => expect(place()).not.toBe('/'))
})

test('by choice, a post is published as soon as its files have arrived, but not if one fails', async () => {
  const { stoa, inputs } = fakeStoa({ postCreate: () => ({ post: published }) })
  show(stoa)
  type('Title', 'A title')
  type('Body', 'Words')
  let id: number | undefined
  const set = (problem: string | null) =>
    act(() => {
      id = unfinished?.set({ name: 'bridge.mp4', problem, remove: () => {} }, id)
    })
  set(null)
  await press('Publish')
  await press('Publish when they’re uploaded')
  set('Damaged.')
  expect(screen.queryByRole('button', { name: /^(Publish when|Don’t publish)/ })).toBeNull()
  set(null)
  await press('Publish when they’re uploaded')
  expect(inputs()).toEqual([])
  act(() => unfinished?.end(id ?? 0))
  await waitFor(() => expect(place()).not.toBe('/'))
})

test('asks before a page is left that is uploading a file', async () => {
  show(fakeStoa({}).stoa)
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  let uploadId = 0
  act(() => {
    uploadId = unfinished?.set({ name: 'bridge.mp4', remove: () => {} }) ?? 0
  })
  expect(isAsked()).toBe(true)
  act(() => {
    unfinished?.set({ name: 'bridge.mp4', isKept: true, remove: () => {} }, uploadId)
  })
  expect(isAsked()).toBe(false)
  act(() => {
    unfinished?.set({ name: 'bridge.mp4', problem: 'This file is damaged.', remove: () => {} }, uploadId)
  })
  expect(isAsked()).toBe(false)
})

test('a duplicate poll option is reported at its field, and nothing is sent', async () => {
  const { stoa, inputs } = fakeStoa({ postCreate: () => ({ post: draft }) })
  show(stoa)
  type('Title', 'Yes or no?')
  type('Body', 'Say.')
  await addPoll()
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
    postDraftSave: ({ title, revision }: CallInput<'postDraftSave'>) => ({
      post: { ...draft, title, revision: (revision ?? 0) + 1 },
    }),
    postEdit: ({ title, revision }: CallInput<'postEdit'>) => ({
      post: { ...draft, title, revision: (revision ?? 0) + 1, status: 0 },
    }),
  })
  show(stoa, draft)
  type('Title', 'Better')
  await choose('Save draft')
  await screen.findByText(/^Draft saved/)
  expect(place()).toBe('/')
  type('Title', 'Best')
  await press('Publish')
  await waitFor(() => expect(place()).not.toBe('/'))
  expect(inputs()).toMatchObject([
    { postId: draft.id, title: 'Better', revision: 1 },
    { postId: draft.id, title: 'Best', revision: 2, saveAsDraft: false },
  ])
})

test.each([
  ['RATE_LIMITED', 'too frequently'],
  ['BANNED', 'You were banned from this community.'],
  ['INTERNAL', 'Seems like something went wrong'],
  ['NETWORK', 'Couldn’t reach the server.'],
] as const)('no text is lost when the response is %s, and a retry sends the same request', async (code, words) => {
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
  type('Body', 'Many words')
  await press('Publish')
  expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  expect([field('Title').value, field('Body').value]).toEqual(['A title', 'Many words'])
  await press('Publish')
  await waitFor(() => expect(keys).toHaveLength(2))
  first.unmount()
  stoa.destroy()

  // The same after a reload.
  const later = fakeStoa({ postCreate: () => ({ post: published }) })
  show(later.stoa)
  await waitFor(() => expect([field('Title').value, field('Body').value]).toEqual(['A title', 'Many words']))
  await press('Publish')
  await waitFor(() => expect(place()).not.toBe('/'))
  expect(new Set([...keys, ...later.keys]).size).toBe(1)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('stoa.draft:'))).toEqual([])
})

test('a post is published only in the name of who pressed the button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let finish = (_: unknown) => {}
  const { stoa, actors } = fakeStoa({
    postDraftSave: () => new Promise((resolve) => (finish = resolve)),
    postEdit: () => {
      throw refusal('ACTOR_MISMATCH')
    },
  })
  show(stoa)
  type('Title', 'A title')
  type('Body', 'Words')
  await after(3.5)
  await press('Publish')
  act(() => stoa.state.setState({ viewer: exampleMe({ id: 'ben' }), writerId: 'ben' }))
  await act(async () => finish({ post: { ...draft, revision: 0 } }))
  await waitFor(() => expect(actors.map(([name]) => name)).toContain('postEdit'))
  expect(actors).toEqual([
    ['postDraftSave', exampleMe().id],
    ['postEdit', exampleMe().id],
  ])
  vi.useRealTimers()
})

test('failing to save a draft is reported as such', async () => {
  const { stoa } = fakeStoa({})
  show(stoa)
  type('Title', 'A title')
  await choose('Save draft')
  expect(await screen.findByText('Failed to save the draft.')).toBeTruthy()
})

test('a non-member joins by publishing', async () => {
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
  type('Body', 'Words')
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

test('a post changed by somebody else is shown next to the own version, and overwritten only on demand', async () => {
  const { inputs } = await runIntoConflict()
  expect(screen.getByText('Other words').tagName).toBe('DEL')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
  await press('Save mine instead')
  await waitFor(() => expect(place()).not.toBe('/'))
  expect(inputs().map(({ title, revision }) => [title, revision])).toEqual([
    ['Mine', 1],
    ['Mine', 2],
  ])
})

test('the other version can be accepted, and that can be undone', async () => {
  await runIntoConflict()
  await press('Use the other version')
  expect([field('Title').value, field('Body').value]).toEqual(['Of a moderator', 'Other words'])
  expect(screen.queryByText('This post was changed while you were writing.')).toBeNull()
  await press('Undo')
  expect(field('Title').value).toBe('Mine')
  expect(screen.getByText('This post was changed while you were writing.')).toBeTruthy()
})

test('a restored unsaved version detects that the post has changed', async () => {
  const { stoa } = await runIntoConflict()
  await press('Keep mine for later')
  expect(place()).not.toBe('/')
  stoa.destroy()
  document.body.replaceChildren()

  show(fakeStoa({}).stoa, other)
  await waitFor(() => expect(field('Title').value).toBe('Mine'))
  expect(screen.getByText('This post was changed while you were writing.')).toBeTruthy()
})

test('an unchanged editor follows changes of the post', async () => {
  const { stoa } = fakeStoa({})
  show(stoa, published)
  act(() => putEntities(stoa, { posts: { [other.id]: other } }))
  await waitFor(() => expect(field('Title').value).toBe('Of a moderator'))
  expect(screen.queryByText('This post was changed while you were writing.')).toBeNull()
})

/** A server with one draft. */
function keepingServer() {
  let storedPost: Post = { ...draft, title: '', revision: -1 }
  const conflict = () => refusal('EDIT_CONFLICT', { post: storedPost })
  const fake = fakeStoa({
    postDraftSave({ postId, revision, title, postContent }: CallInput<'postDraftSave'>) {
      if (postId !== undefined && revision !== storedPost.revision) throw conflict()
      const id = postId ?? (storedPost.revision < 0 ? draft.id : `${draft.id.slice(0, -1)}Z`)
      const post = { ...storedPost, id, title, postContent, revision: postId ? storedPost.revision + 1 : 0 }
      if (id === draft.id) storedPost = post
      return { post }
    },
    postGet: () => ({ post: storedPost }),
  })
  /** Saves from another tab. */
  const saveElsewhere = (title: string) => {
    storedPost = { ...storedPost, title, postContent: text('Of the other tab'), revision: storedPost.revision + 1 }
  }
  return { ...fake, saveElsewhere, currentPost: () => storedPost }
}

test('a new post is saved as a draft after a pause, and the next change updates the same draft', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { stoa, inputs, currentPost } = keepingServer()
  show(stoa)
  type('Body', 'Words')
  await after(3.5)
  await waitFor(() => expect(window.location.pathname).toBe(`/bbs/FORUM/posts/create/${draft.id}`))
  expect(inputs()).toMatchObject([{ title: '', postContent: JSON.stringify({ blocks: [paragraph('Words')] }) }])
  expect(screen.getByText('Saved')).toBeTruthy()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('stoa.draft:'))).toEqual([])
  type('Title', 'A title')
  await after(11)
  expect(currentPost()).toMatchObject({ title: 'A title', revision: 1 })
  expect(inputs()[1]).toMatchObject({ postId: draft.id, revision: 0 })
  vi.useRealTimers()
})

test('nothing is sent before the first change, nor for a published post', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { stoa, inputs } = keepingServer()
  const first = show(stoa)
  await after(30)
  first.unmount()
  show(stoa, published)
  type('Title', 'Changed')
  await after(30)
  expect(inputs()).toEqual([])
  vi.useRealTimers()
})

test('without a connection it says so, and repeats the same request when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { stoa, keys, inputs } = fakeStoa({})
  show(stoa)
  type('Title', 'A title')
  await after(3.5)
  expect(screen.getAllByText('Not saved: you’re offline. Kept on this device.')).not.toHaveLength(0)
  type('Title', 'A title that goes on')
  await after(40)
  // The first request may have arrived: nothing else is sent before it gets a response.
  expect(keys.length).toBeGreaterThan(1)
  expect([new Set(keys).size, new Set(inputs().map(({ title }) => title))]).toEqual([1, new Set(['A title'])])
  vi.useRealTimers()
})

async function conflictInDraft() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const server = keepingServer()
  show(server.stoa)
  type('Title', 'Mine')
  await after(3.5)
  server.saveElsewhere('Theirs')
  type('Title', 'Mine again')
  await after(11)
  vi.useRealTimers()
  await screen.findByText('This post was changed while you were writing.')
  expect(field('Title').value).toBe('Mine again')
  return server
}

test('a draft changed in another tab is overwritten only on demand', async () => {
  const { currentPost } = await conflictInDraft()
  expect(currentPost().title).toBe('Theirs')
  await press('Save mine instead')
  await waitFor(() => expect(currentPost().title).toBe('Mine again'))
})

test('a draft that arrived while the page was being left is no conflict', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const before = fakeStoa({})
  show(before.stoa, draft)
  type('Title', 'Mine')
  await after(3.5)
  before.stoa.destroy()
  document.body.replaceChildren()

  const arrived = { ...draft, title: 'Mine', revision: 2 }
  const { stoa, keys } = fakeStoa({ postDraftSave: () => ({ post: arrived }) })
  show(stoa, arrived)
  await waitFor(() => expect(field('Title').value).toBe('Mine'))
  expect(screen.queryByText('This post was changed while you were writing.')).toBeNull()
  await after(3.5)
  vi.useRealTimers()
  expect(await screen.findByText(/^Saved/)).toBeTruthy()
  expect(keys).toEqual([before.keys[0]])
})

test('both versions of a draft can be kept', async () => {
  const { currentPost, inputs } = await conflictInDraft()
  await press('Keep both')
  await waitFor(() => expect(window.location.pathname).toMatch(/Z$/))
  expect(currentPost().title).toBe('Theirs')
  expect(inputs().at(-1)).toMatchObject({ title: 'Mine again' })
  expect(inputs().at(-1)).not.toHaveProperty('postId')
  expect(field('Title').value).toBe('Mine again')
})

test('shows what is missing, and keeps focus when fields appear or disappear', async () => {
  const { stoa } = fakeStoa({})
  show(stoa)
  await press('Publish')
  expect(document.activeElement).toBe(field('Title'))
  expect(screen.getByText('Add a title.')).toBeTruthy()
  expect(screen.getByText('Write something, or add a poll.')).toBeTruthy()
  type('Title', 'Begun')
  await waitFor(() => expect(screen.queryByText('Add a title.')).toBeNull())
  await addPoll()
  await press('Add an option')
  await waitFor(() => expect(document.activeElement).toBe(field('Option 3')))
  await press('Remove option 3')
  await waitFor(() => expect(document.activeElement).toBe(field('Option 2')))
  await press('Remove the poll')
  expect(screen.queryByLabelText('Option 1')).toBeNull()
})

test('a post with only a poll is saved as a draft', async () => {
  const { stoa, inputs } = fakeStoa({ postDraftSave: () => ({ post: { ...draft, revision: 0 } }) })
  show(stoa)
  await addPoll()
  type('Option 1', 'Yes')
  await press('More ways to post')
  expect(screen.getByRole('menuitem', { name: 'Save draft' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Escape}')
  type('Option 2', 'No')
  await choose('Save draft')
  await waitFor(() => expect(inputs()).toMatchObject([{ title: '', pollOptions: ['Yes', 'No'] }]))
})

test('a post is scheduled from the composer, once nothing is missing', async () => {
  const scheduled = { ...draft, status: 8, scheduledAt: Date.now() + 3_600_000 }
  const { stoa, inputs } = fakeStoa({
    postDraftSave: () => ({ post: { ...draft, revision: 0 } }),
    postDraftSchedule: () => ({ post: scheduled }),
  })
  show(stoa)
  await choose('Schedule…')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(field('Title'))
  type('Title', 'Begun')
  type('Body', 'Begun')
  await choose('Schedule…')
  const time = await screen.findByLabelText('Date and time')
  const tomorrow = new Date(Date.now() + 86_400_000)
  tomorrow.setSeconds(0, 0)
  const local = new Date(tomorrow.getTime() - tomorrow.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  fireEvent.input(time, { target: { value: local } })
  await press('Schedule post')
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ postId: draft.id, scheduledAt: tomorrow.getTime() }))
  expect(await screen.findByText(/^Scheduled for/)).toBeTruthy()
  expect(place()).toContain(scheduled.slugUrl)
  act(() => putEntities(stoa, { posts: { [draft.id]: { ...scheduled, status: 9, scheduledAt: null } } }))
  expect(screen.queryByText(/^Scheduled for/)).toBeNull()
})

test('Enter leads through the options of a poll, and adds one after the last', async () => {
  show(fakeStoa({}).stoa)
  await addPoll()
  await waitFor(() => expect(document.activeElement).toBe(field('Option 1')))
  await userEvent.keyboard('One{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field('Option 2')))
  await userEvent.keyboard('Two{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(field('Option 3')))
  // Not after an empty one.
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByLabelText('Option 4')).toBeNull()
  expect(place()).toBe('/')
})

test('a poll that would have closed already is reported at its field', async () => {
  const { stoa, inputs } = fakeStoa({})
  show(stoa)
  type('Title', 'Yes or no?')
  await addPoll()
  type('Option 1', 'Yes')
  type('Option 2', 'No')
  await press('Post settings')
  type('Closes on', '2020-01-01T10:00')
  expect(screen.getByText('Choose a time in the future.')).toBeTruthy()
  await press('Publish')
  await waitFor(() => expect(document.activeElement).toBe(field('Closes on')))
  expect(inputs()).toEqual([])
})

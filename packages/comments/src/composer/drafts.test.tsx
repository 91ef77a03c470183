import { exampleComment, exampleMe } from '@stoa/contract/fixtures'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { loadWriterTools, showThread } from '../testing/member-thread.tsx'
import { storyDrafts } from '../testing/story-actions.ts'

beforeAll(loadWriterTools)

const me = exampleMe()
const none = { items: [], cursor: null, hasMore: false }
const theirs = { ...exampleComment('otter', { id: 'c1' }), replies: none }
const mine = { ...exampleComment('newt', { id: 'c2', publisherId: me.id, content: 'As it was' }), replies: none }

const show = (drafts = storyDrafts(), viewer: typeof me | null = me) =>
  showThread({ comments: [theirs, mine], viewer }, {}, drafts)

const boxes = () =>
  screen
    .queryAllByRole<HTMLTextAreaElement>('textbox')
    .filter(({ placeholder }) => placeholder !== 'Join the conversation…')
const texts = () => boxes().map(({ value }) => value)

it('an unfinished reply and edit are open again with their text, without taking focus or scrolling', async () => {
  const drafts = storyDrafts()
  drafts.set('p1 reply:c1', 'Half a reply')
  drafts.set('p1 edit:c2', 'As it will be')
  show(drafts)
  await waitFor(() => expect(texts()).toEqual(['Half a reply', 'As it will be']))
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(2)
  expect(document.activeElement).toBe(document.body)
})

it('leaves restoring texts to the drafts, which know whose they are', () => {
  show()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' }).autocomplete).toBe('off')
})

it('an unfinished new comment takes no focus either', async () => {
  const drafts = storyDrafts()
  drafts.set('p1 comment', 'Half a comment')
  show(drafts)
  expect(await screen.findByRole('button', { name: 'Comment' })).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
})

it('an edit is reopened once it is known that the viewer is its author', async () => {
  const drafts = storyDrafts()
  drafts.set('p1 edit:c2', 'As it will be')
  const { change } = show(drafts, null)
  await Promise.resolve()
  expect(boxes()).toEqual([])
  change({ viewer: me })
  await waitFor(() => expect(texts()).toEqual(['As it will be']))
})

it.each(['Cancel', 'the button that opened it'])(
  'a reply closed by %s stays closed, and keeps its draft',
  async (how) => {
    const drafts = storyDrafts()
    const first = show(drafts)
    const opener = () =>
      within(screen.getAllByRole('article')[0] as HTMLElement).getByRole('button', { expanded: boxes().length > 0 })
    await userEvent.click(opener())
    await userEvent.type(boxes()[0] as HTMLElement, 'Half a reply')
    await waitFor(() => expect(drafts.get('p1 reply:c1')).toBe('Half a reply'))
    await userEvent.click(how === 'Cancel' ? await screen.findByRole('button', { name: 'Cancel' }) : opener())
    await waitFor(() => expect(drafts.get('p1 reply:c1:closed')).toBe('1'))
    first.unmount()
    const second = show(drafts)
    expect(boxes()).toEqual([])
    await userEvent.click(opener())
    await waitFor(() => expect(texts()).toEqual(['Half a reply']))
    second.unmount()
    // Opened on purpose, it is open again next time.
    show(drafts)
    await waitFor(() => expect(texts()).toEqual(['Half a reply']))
  },
)

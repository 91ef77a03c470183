import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { EXAMPLE_NOW, exampleBranch, exampleComment } from '@stoa/contract/fixtures'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadWriterTools, showThread, textBox } from '../testing/member-thread.tsx'
import { storyDrafts } from '../testing/story-actions.ts'
import type { CommentActions } from '../thread/thread-context.ts'

beforeAll(loadWriterTools)

const begun = exampleComment('newt', { content: 'As I began' })
const overtaking = { ...begun, content: 'From the other tab', editedAt: EXAMPLE_NOW }

function show(edit: CommentActions['edit'], drafts = storyDrafts()) {
  const view = showThread({ comments: [exampleBranch(begun)] }, { edit }, drafts)
  return { ...view, overtake: () => view.change({ comments: [exampleBranch(overtaking)] }) }
}

async function openEditor() {
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await screen.findByRole('button', { name: 'Cancel' })
  return textBox('Edit your comment')
}

const save = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

/** Presses a button, which a change enables soon. */
async function press(name: string) {
  const button = await save(name)
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
}

it('keeps the draft, shows the other version, and overwrites it only on demand', async () => {
  const edit = vi.fn<CommentActions['edit']>(async ({ editedAt }) => {
    if (editedAt === overtaking.editedAt) return
    view.overtake()
    throw new StoaError('EDIT_CONFLICT', errors.EDIT_CONFLICT)
  })
  const view = show(edit)
  const area = await openEditor()
  fireEvent.input(area, { target: { value: 'Mine' } })
  await press('Save')
  const conflict = await screen.findByText('This comment was changed while you were writing.')
  await waitFor(() => expect(conflict.closest('[role="status"]')?.textContent).toContain('From the other tab'))
  expect(area.value).toBe('Mine')
  await press('Save mine instead')
  await waitFor(() => expect(edit.mock.calls.map(([change]) => change.editedAt)).toEqual([null, overtaking.editedAt]))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit your comment' })).toBeNull())
})

it('accepts the other version on demand, and continues from there', async () => {
  const edit = vi.fn<CommentActions['edit']>(() => Promise.resolve())
  const drafts = storyDrafts()
  const view = show(edit, drafts)
  const area = await openEditor()
  fireEvent.input(area, { target: { value: 'Mine' } })
  view.overtake()
  await userEvent.click(await screen.findByText('Show the other version'))
  await userEvent.click(await screen.findByRole('button', { name: 'Use the other version' }))
  expect(area.value).toBe('From the other tab')
  expect(screen.queryByText(/was changed while you were writing/)).toBeNull()
  expect((await save('Save')).disabled).toBe(true)
  fireEvent.input(area, { target: { value: 'From both' } })
  await press('Save')
  expect(edit).toHaveBeenCalledWith({ commentId: begun.id, content: 'From both', editedAt: overtaking.editedAt })
})

it('an editor without changes follows the other version', async () => {
  const view = show(() => Promise.resolve())
  const area = await openEditor()
  view.overtake()
  await waitFor(() => expect(area.value).toBe('From the other tab'))
  await waitFor(() => expect(screen.queryByText(/was changed while you were writing/)).toBeNull())
})

it('an edit finished on another day still knows its base version', async () => {
  const drafts = storyDrafts()
  const edit = vi.fn<CommentActions['edit']>(() => Promise.resolve())
  const first = show(edit, drafts)
  fireEvent.input(await openEditor(), { target: { value: 'Half a thou' } })
  await waitFor(() => expect(drafts.get(`p1 edit:${begun.id}`)).toBe('Half a thou'))
  first.unmount()

  const next = show(edit, drafts)
  next.overtake()
  const area = await openEditor()
  await waitFor(() => expect(area.value).toBe('Half a thou'))
  expect(await screen.findByText(/was changed while you were writing/)).toBeTruthy()
})

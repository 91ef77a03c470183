import type { CallInput } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe } from '@stoa/contract/fixtures'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'

// Preloaded, so that loading doesn't count toward the tests' time.
beforeAll(() => import('../author/remind-dialog.tsx'))

const wren = exampleBranch(exampleComment('wren'))
const name = wren.publisherProfileName || wren.publisherName

function open({ remindAt = null }: { remindAt?: number | null } = {}) {
  const saveRemind = vi.fn(({ remindAt }: CallInput<'saveRemind'>) => ({ remindAt }))
  const saved = () => ({ saved: true })
  const saveRemindGet = () => ({ remindAt })
  const callResponses = { saveRemind, saveRemindGet, postSave: saved, commentSave: saved }
  const viewer = exampleMe({ id: 'z'.repeat(20) })
  render(<ForumAt path="/bbs/FORUM/community/slug" comments={[wren]} viewer={viewer} callResponses={callResponses} />)
  return saveRemind
}
const postMenu = () => screen.findByRole('button', { name: 'More actions for this post' })
const commentMenu = () => screen.findByRole('button', { name: /^More actions for the comment/ })

test.each([
  ['Post', postMenu],
  ['Comment', commentMenu],
])('whoever saves a %s is offered a reminder, and the focus returns to its menu', async (entityType, menu) => {
  const saveRemind = open()
  await userEvent.click(await menu())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remind me' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remind me' })
  await userEvent.click(within(dialog).getByRole('button', { name: /^Tomorrow morning/ }))
  expect(await screen.findByText(/^You’ll be reminded /)).toBeTruthy()
  expect(saveRemind.mock.lastCall?.[0]).toMatchObject({ entityType })
  expect(new Date(saveRemind.mock.lastCall?.[0].remindAt ?? 0).getHours()).toBe(9)
  const button = await menu()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a saved post’s menu asks for any time', async () => {
  const saveRemind = open()
  await userEvent.click(await postMenu())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save' }))
  await screen.findByText('Saved')
  await userEvent.click(await postMenu())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remind me…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remind me' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pick a date and time…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Set reminder' }))
  await waitFor(() => expect(saveRemind).toHaveBeenCalledOnce())
})

test('the dialog shows the present reminder and removes it', async () => {
  const saveRemind = open({ remindAt: new Date(2026, 2, 20, 9, 0).getTime() })
  await userEvent.click(await postMenu())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save' }))
  await screen.findByText('Saved')
  await userEvent.click(await postMenu())
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remind me…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remind me' })
  expect(await within(dialog).findByText(/^Reminder .*9:00/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove reminder' }))
  expect(await screen.findByText('Reminder removed')).toBeTruthy()
  expect(saveRemind.mock.lastCall?.[0].remindAt).toBeNull()
  const button = await postMenu()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a mute from a comment’s menu can be undone', async () => {
  open()
  await userEvent.click(await commentMenu())
  await userEvent.click(await screen.findByRole('menuitem', { name: `Mute ${name}` }))
  expect(await screen.findByText(`${name} is muted`)).toBeTruthy()
  expect(await screen.findByText(/^Hidden because you muted this person/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(wren.content ?? '')).toBeTruthy()
})

import { StoaError } from '@stoa/client'
import { CommentStatus, deny, errors } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe } from '@stoa/contract/fixtures'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadWriterTools, showThread } from '../testing/member-thread.tsx'

beforeAll(loadWriterTools)

test('hides with a reason; "other" needs words', async () => {
  const hide = vi.fn(() => Promise.resolve())
  const comment = exampleBranch(exampleComment('wren'))
  showThread({ comments: [comment], viewer: exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } }) }, { hide })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide for everyone…' }))
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Hide comment', hidden: true })
  expect(submit.disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('Other'))
  expect(submit.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('What’s wrong with it?'), 'off topic')
  await userEvent.click(submit)
  expect(hide).toHaveBeenCalledWith({ commentId: comment.id, hidden: true, reason: 'other', reasonText: 'off topic' })
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})

test('a reason has at most 70 characters, counted as the server counts them, and nothing is cut off', async () => {
  const hide = vi.fn(() => Promise.resolve())
  const comment = exampleBranch(exampleComment('wren'))
  showThread({ comments: [comment], viewer: exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } }) }, { hide })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide for everyone…' }))
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Hide comment', hidden: true })
  await userEvent.click(screen.getByLabelText('Other'))
  const box = screen.getByLabelText<HTMLTextAreaElement>('What’s wrong with it?')
  await userEvent.click(box)
  await userEvent.paste('🦆'.repeat(71))
  expect(box.value).toBe('🦆'.repeat(71))
  expect(submit.disabled).toBe(true)
  expect(screen.getByText(/71/).closest<HTMLElement>('[aria-live]')?.dataset.over).toBe('true')
  await userEvent.clear(box)
  await userEvent.paste('🦆'.repeat(70))
  await userEvent.click(submit)
  expect(hide).toHaveBeenCalledWith(expect.objectContaining({ reasonText: '🦆'.repeat(70) }))
})

test('offers the reasons that a community has prepared when something is hidden', async () => {
  const hide = vi.fn(() => Promise.resolve())
  const cannedReasons = vi.fn(async () => [{ title: 'Off topic', text: 'This is about bridges.' }])
  const comment = exampleBranch(exampleComment('wren'))
  const viewer = exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } })
  showThread({ comments: [comment], viewer }, { hide, cannedReasons })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide for everyone…' }))
  await userEvent.click(await screen.findByLabelText(/^Off topic/))
  await userEvent.click(screen.getByRole('button', { name: 'Hide comment', hidden: true }))
  expect(cannedReasons).toHaveBeenCalledWith(expect.objectContaining({ id: comment.id }))
  const why = { reason: 'other', reasonText: 'This is about bridges.' }
  expect(hide).toHaveBeenCalledWith({ commentId: comment.id, hidden: true, ...why })
})

test('says what comes of a report, and hides the comment for its reporter', async () => {
  const report = vi.fn(async () => true)
  const comment = exampleBranch(exampleComment('wren'))
  const hideForMe = vi.fn(async () => thread.change({ hiddenForMe: { [comment.id]: true } }))
  const thread = showThread({ comments: [comment] }, { report, hideForMe })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report…' }))
  await userEvent.click(await screen.findByLabelText('Hateful'))
  await userEvent.click(screen.getByRole('button', { name: 'Send report', hidden: true }))
  expect(await screen.findByText('Report sent')).toBeTruthy()
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ id: comment.id }), { reason: 'hateful' })
  await userEvent.click(screen.getByRole('button', { name: 'Hide for me', hidden: true }))
  expect(hideForMe).toHaveBeenCalledWith(comment.id, true)
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.id).toBe(`comment-${comment.id}`))
})

test('a report is preceded by the rules of the community', async () => {
  const rules = vi.fn(async () => [{ title: 'Be kind', text: 'Always.' }])
  showThread({ comments: [exampleBranch(exampleComment('wren'))] }, { report: async () => true, rules })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report…' }))
  const summary = await screen.findByText('Community rules')
  expect(rules).toHaveBeenCalledWith('FORUM')
  expect(summary.closest('details')?.open).toBe(false)
  expect(screen.getByText('Be kind').closest('details')).toBe(summary.closest('details'))
})

test('what the viewer has hidden for themselves can be shown again, and its replies keep their place', async () => {
  const hideForMe = vi.fn(async () => {})
  const comment = exampleBranch(exampleComment('wren', { content: 'Buy this' }), [
    exampleComment('heron', { content: 'Please don’t.' }),
  ])
  showThread({ comments: [comment], hiddenForMe: { [comment.id]: true } }, { hideForMe })
  expect(screen.queryByText('Buy this')).toBeNull()
  expect(screen.getByText('Please don’t.')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Show again' }))
  expect(hideForMe).toHaveBeenCalledWith(comment.id, false)
  expect(document.activeElement?.id).toBe(`comment-${comment.id}`)
})

test('deletes the own comment at once and tells what went wrong', async () => {
  const hide = vi.fn(() => Promise.reject(new StoaError('HIDDEN_BY_DOMAIN_ADMIN', errors.HIDDEN_BY_DOMAIN_ADMIN)))
  const mine = exampleBranch(exampleComment('newt'))
  showThread({ comments: [mine] }, { hide })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(hide).toHaveBeenCalledWith({ commentId: mine.id, hidden: true })
  expect(await screen.findByText('Someone else has deleted this comment and it cannot be restored.')).toBeTruthy()
})

test('offers a visitor only the link', async () => {
  showThread({ comments: [exampleBranch(exampleComment('wren'))], viewer: null, permission: deny('AUTH_REQUIRED') })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy link'])
})

test('saves a comment and removes it again, confirms it, and follows other pages', async () => {
  const wren = exampleBranch(exampleComment('wren'))
  let saved = false
  let isRefused = false
  const listeners = new Set<() => void>()
  const change = (next: boolean) => {
    saved = next
    for (const listener of listeners) listener()
  }
  const set = vi.fn(async (_id: string, next: boolean) => {
    if (isRefused) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    change(next)
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  showThread({ comments: [wren] }, { saves: { has: () => saved, set, subscribe } })
  const menu = screen.getByRole('button', { name: /^More actions/ })
  await userEvent.click(menu)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from saved' }))
  expect(await screen.findByText('Removed from saved')).toBeTruthy()
  expect(set.mock.calls).toEqual([
    [wren.id, true],
    [wren.id, false],
  ])
  isRefused = true
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  expect(await screen.findByRole('menuitem', { name: 'Save' })).toBeTruthy()
  act(() => change(true))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove from saved' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t reach the server')
})

test('lets moderators approve a pending comment in place', async () => {
  const hide = vi.fn(() => Promise.resolve())
  const waiting = exampleBranch(exampleComment('wren', { status: CommentStatus.pending }))
  showThread({ comments: [waiting], viewer: exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } }) }, { hide })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(hide).toHaveBeenCalledWith({ commentId: waiting.id, hidden: false })
  // The button disappears with the mark.
  await waitFor(() => expect(document.activeElement?.id).toBe(`comment-${waiting.id}`))
})

test('a pending comment offers its author no approval', async () => {
  showThread({ comments: [exampleBranch(exampleComment('newt', { status: CommentStatus.pending }))] })
  expect(await screen.findByText('Pending approval')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('deletes the viewer’s own comment for good after a question', async () => {
  const wren = exampleBranch(exampleComment('newt'), [exampleComment('heron')])
  const erase = vi.fn(async () =>
    thread.change({ comments: [{ ...wren, content: null, publisherId: '', status: CommentStatus.hiddenByPublisher }] }),
  )
  const thread = showThread({ comments: [wren] }, { delete: erase })
  await userEvent.click(screen.getAllByRole('button', { name: /^More actions/ })[0] as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete for good…' }))
  const submit = await screen.findByRole('button', { name: 'Delete comment', hidden: true })
  expect(erase).not.toHaveBeenCalled()
  await userEvent.click(submit)
  expect(erase).toHaveBeenCalledWith(wren.id)
  expect(await screen.findByText('This comment was deleted by its author.')).toBeTruthy()
  expect(document.activeElement?.id).toBe(`comment-${wren.id}`)
})

test('offers permanent deletion on a partner’s site, but never of another person’s comment', async () => {
  const viewer = exampleMe({ site: 'https://news.example' })
  const comments = [exampleBranch(exampleComment('newt')), exampleBranch(exampleComment('wren'))]
  showThread({ comments, viewer }, { delete: async () => {} })
  const [own, others] = screen.getAllByRole('button', { name: /^More actions/ }) as HTMLElement[]
  await userEvent.click(own as HTMLElement)
  expect(await screen.findByRole('menuitem', { name: 'Delete for good…' })).toBeTruthy()
  await userEvent.click(others as HTMLElement)
  await waitFor(() => expect(screen.getAllByRole('menu')).toHaveLength(1))
  expect(screen.queryByRole('menuitem', { name: 'Delete for good…' })).toBeNull()
})

test('a mute and a block are announced, and can be undone', async () => {
  const [mute, block] = [vi.fn(async () => {}), vi.fn(async () => {})]
  const done = vi.fn<(message: string, undo: () => Promise<unknown>) => void>()
  const comment = exampleBranch(exampleComment('wren'))
  const { publisherId, publisherProfileName: name } = comment
  showThread({ comments: [comment] }, { mute, block, done })
  const choose = async (item: string) => {
    await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose(`Mute ${name}`)
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith(`${name} is muted`, expect.any(Function)))
  expect(mute).toHaveBeenLastCalledWith(publisherId, true)
  await done.mock.lastCall?.[1]()
  expect(mute).toHaveBeenLastCalledWith(publisherId, false)
  expect(done.mock.lastCall?.[0]).toBe(`${name} is unmuted`)
  await choose(`Block ${name}…`)
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await waitFor(() => expect(done.mock.lastCall?.[0]).toBe(`${name} is blocked`))
  await done.mock.lastCall?.[1]()
  expect(block.mock.calls).toEqual([
    [publisherId, true],
    [publisherId, false],
  ])
})

test('an application that follows saving is told, and the menu says nothing', async () => {
  const onSaved = vi.fn()
  const comment = exampleBranch(exampleComment('wren'))
  const saves = { has: () => false, set: async () => {}, subscribe: () => () => {}, onSaved }
  showThread({ comments: [comment] }, { saves })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(comment.id))
  expect(screen.queryByText('Saved')).toBeNull()
})

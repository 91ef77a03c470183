import { StoaError } from '@stoa/client'
import { allow, deny, errors } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe } from '@stoa/contract/fixtures'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { CommentThread, type CommentThreadProps } from './comment-thread.tsx'
import { storyActions, storyDrafts, storyLinks } from './story-actions.ts'
import type { CommentActions } from './thread-context.ts'

// Transforming the chunk on a busy machine takes longer than the tests wait for a button.
beforeAll(async () => {
  await import('./writing.ts')
})

/** A thread of some comments, as a member sees it unless something else is said. */
function show(
  over: Pick<CommentThreadProps, 'comments'> & Partial<CommentThreadProps>,
  actions: Partial<CommentActions> = {},
) {
  const about = {
    threadId: 'p1',
    total: over.comments.length,
    viewer: exampleMe(),
    permission: allow,
    links: storyLinks,
  }
  render(<CommentThread {...about} actions={storyActions(actions, storyDrafts())} {...over} />)
}

test('hides with a reason; "other" needs words', async () => {
  const hide = vi.fn(() => Promise.resolve())
  const comment = exampleBranch(exampleComment('wren'))
  show({ comments: [comment], viewer: exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } }) }, { hide })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide…' }))
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Hide comment', hidden: true })
  expect(submit.disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('Other'))
  expect(submit.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('What is wrong with it?'), 'off topic')
  await userEvent.click(submit)
  expect(hide).toHaveBeenCalledWith({ commentId: comment.id, hidden: true, reason: 'other', reasonText: 'off topic' })
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})

test('deletes the own comment at once and tells what went wrong', async () => {
  const hide = vi.fn(() => Promise.reject(new StoaError('HIDDEN_BY_DOMAIN_ADMIN', errors.HIDDEN_BY_DOMAIN_ADMIN)))
  const mine = exampleBranch(exampleComment('newt'))
  show({ comments: [mine] }, { hide })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(hide).toHaveBeenCalledWith({ commentId: mine.id, hidden: true })
  expect(await screen.findByText('Someone else has deleted this comment and it cannot be restored.')).toBeTruthy()
})

test('offers a visitor only the link', async () => {
  show({ comments: [exampleBranch(exampleComment('wren'))], viewer: null, permission: deny('AUTH_REQUIRED') })
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy link'])
})

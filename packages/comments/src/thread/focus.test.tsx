import { CommentStatus } from '@stoa/contract'
import { exampleBranch, exampleComment } from '@stoa/contract/fixtures'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { loadWriterTools, showThread, textBox } from '../testing/member-thread.tsx'

beforeAll(loadWriterTools)

const focused = () => document.activeElement
const articles = () => screen.getAllByRole('article')

it('moves focus from a sent reply to the new comment, and from a canceled one to its button', async () => {
  const parent = exampleBranch(exampleComment('heron'))
  const reply = exampleComment('newt', { content: 'Mine' })
  const submit = vi.fn(() => {
    view.change({ comments: [{ ...parent, replies: { items: [reply], cursor: null, hasMore: false } }] })
    return Promise.resolve(reply)
  })
  const view = showThread({ comments: [parent] }, { submit })
  const [open] = screen.getAllByRole('button', { name: 'Reply' })
  if (!open) throw new Error('no button')
  await userEvent.click(open)
  const scroll = vi.fn<() => void>()
  Element.prototype.scrollIntoView = scroll
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(focused()).toBe(open))
  await userEvent.click(open)
  await screen.findByRole('button', { name: 'Cancel' })
  // Its buttons are in view, too.
  await waitFor(() => expect(scroll).toHaveBeenCalledWith({ block: 'nearest' }))
  fireEvent.input(textBox('Write a reply to Grey Heron'), { target: { value: 'Mine' } })
  const [, send] = screen.getAllByRole('button', { name: 'Reply' })
  await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false))
  await userEvent.click(send as HTMLElement)
  await waitFor(() => expect(focused()?.getAttribute('data-comment')).toBe(reply.id))
})

it('keeps focus in the box after sending by key, and moves it to the comment after sending by button', async () => {
  const newComment = exampleComment('newt', { content: 'Mine' })
  const view = showThread(
    { comments: [] },
    {
      submit() {
        view.change({ comments: [exampleBranch(newComment)] })
        return Promise.resolve(newComment)
      },
    },
  )
  for (const [press, where] of [
    [() => userEvent.keyboard('{Control>}{Enter}{/Control}'), () => textBox()],
    [() => userEvent.click(screen.getByRole('button', { name: 'Comment' })), () => articles()[0]],
  ] as const) {
    textBox().focus()
    // Looked up each time: the first comment replaces the empty thread with its button.
    const isDisabled = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled
    // Until the comment before has been sent, pressing does nothing.
    await waitFor(() => expect(isDisabled()).toBe(true))
    fireEvent.input(textBox(), { target: { value: 'Mine' } })
    await waitFor(() => expect(isDisabled()).toBe(false))
    await press()
    await waitFor(() => expect(textBox().value).toBe(''))
    await waitFor(() => expect(focused()).toBe(where()))
  }
})

it('edits with the caret at the end, and moves focus to the comment afterward', async () => {
  const mine = exampleBranch(exampleComment('newt', { content: 'Frist' }))
  showThread({ comments: [mine] })
  for (const end of ['Cancel', 'Save']) {
    await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await screen.findByRole('button', { name: end })
    const box = textBox('Edit your comment')
    await waitFor(() => expect([focused(), box.selectionStart]).toEqual([box, 5]))
    if (end === 'Save') fireEvent.input(box, { target: { value: 'First' } })
    const button = screen.getByRole<HTMLButtonElement>('button', { name: end })
    await waitFor(() => expect(button.disabled).toBe(false))
    await userEvent.click(button)
    await waitFor(() => expect(focused()).toBe(articles()[0]))
  }
})

it('moves focus to a restored comment', async () => {
  const hidden = { status: CommentStatus.hiddenByPublisher, hidden: { by: 'publisher', reason: '' } } as const
  const mine = exampleBranch(exampleComment('newt', hidden))
  const view = showThread(
    { comments: [mine] },
    {
      hide() {
        view.change({ comments: [{ ...mine, status: CommentStatus.published, hidden: null }] })
        return Promise.resolve()
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(focused()).toBe(articles()[0]))
})

it('keeps focus on one’s own comment and in it when the server’s replaces it', async () => {
  const temporary = { ...exampleComment('newt', { content: 'Mine' }), id: 'temp:1' }
  const sent = exampleComment('newt', { content: 'Mine' })
  const parent = exampleBranch(exampleComment('heron'))
  const keyOf = (id: string) => (id === sent.id ? 'temp:1' : id)
  const replies = (own: typeof sent) => [{ ...parent, replies: { items: [own], cursor: null, hasMore: false } }]
  for (const around of [(own: typeof sent) => [exampleBranch(own)], replies]) {
    const view = showThread({ comments: around(temporary), keyOf, isSending: (id) => id === 'temp:1' })
    const own = document.querySelector<HTMLElement>('[data-comment="temp:1"]')
    own?.focus()
    view.change({ comments: around(sent) })
    await waitFor(() => expect(focused()?.getAttribute('data-comment')).toBe(sent.id))
    expect(focused()).toBe(own)
    view.unmount()
  }
})

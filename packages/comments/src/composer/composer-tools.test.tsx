import { StoaError } from '@stoa/client'
import { deny, errors } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleMe, exampleThread } from '@stoa/contract/fixtures'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it, vi } from 'vitest'
import { clickEnabled } from '../testing/click-enabled.ts'
import { loadWriterTools, showThread, textBox } from '../testing/member-thread.tsx'
import { storyDrafts } from '../testing/story-actions.ts'

beforeAll(loadWriterTools)

it('loses neither focus nor typed characters while the writing parts load', async () => {
  showThread()
  const before = textBox()
  before.focus()
  fireEvent.input(before, { target: { value: 'Hello' } })
  expect(await screen.findByText('Posting as Palmate Newt')).toBeTruthy()
  expect(textBox()).toBe(before)
  expect(document.activeElement).toBe(before)
  expect(before.value).toBe('Hello')
})

it('sends once by button and by Ctrl+Enter, and then clears box and draft', async () => {
  let finish = () => {}
  const submit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const drafts = storyDrafts()
  showThread({}, { submit }, drafts)
  await userEvent.type(textBox(), ' Hello @river_otter ')
  await waitFor(() => expect(drafts.get('p1 comment')).not.toBe(''))
  await screen.findByRole('button', { name: 'Comment' })
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
  expect(submit).toHaveBeenCalledOnce()
  expect(submit).toHaveBeenCalledWith({
    content: ' Hello @river_otter ',
    anonymous: false,
    draftKey: 'p1 comment',
    writerId: exampleMe().id,
  })
  expect(drafts.get('p1 comment')).toBe(' Hello @river_otter ')
  finish()
  await waitFor(() => expect(textBox().value).toBe(''))
  expect(drafts.get('p1 comment')).toBe('')
})

it.each([
  [errors.BANNED.message, 'You were banned from this community.'],
  [errors.RATE_LIMITED.message, "You're posting too frequently please take a short break before posting again."],
  [errors.COMMENT_HIDDEN.message, errors.COMMENT_HIDDEN.message],
])('keeps the text when the server responds with %j', async (message, alert) => {
  showThread({}, { submit: () => Promise.reject(new StoaError('INTERNAL', { message })) })
  await userEvent.type(textBox(), 'Hello')
  await clickEnabled('Comment')
  expect(await screen.findByText(alert)).toBeTruthy()
  expect(textBox().value).toBe('Hello')
})

it('sends neither blank nor too long texts, and counts code points', async () => {
  const submit = vi.fn(() => Promise.resolve())
  showThread({}, { submit })
  textBox().focus()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Comment' })
  fireEvent.input(textBox(), { target: { value: ' \u200b\u2060\n' } })
  await waitFor(() => expect(button.disabled).toBe(true))
  fireEvent.input(textBox(), { target: { value: '😀'.repeat(2001) } })
  expect(await screen.findByText('1 character too long')).toBeTruthy()
  expect(button.disabled).toBe(true)
  fireEvent.input(textBox(), { target: { value: '😀'.repeat(2000) } })
  expect(await screen.findByText('0 characters left')).toBeTruthy()
  expect(button.disabled).toBe(false)
})

it('leaves the Enter that confirms an input method’s text alone, also in Safari', async () => {
  const submit = vi.fn(() => Promise.resolve())
  showThread({}, { submit })
  await userEvent.type(textBox(), 'Hello')
  await screen.findByRole('button', { name: 'Comment' })
  fireEvent.keyDown(textBox(), { key: 'Enter', ctrlKey: true, isComposing: true })
  fireEvent.keyDown(textBox(), { key: 'Enter', ctrlKey: true, keyCode: 229 })
  expect(submit).not.toHaveBeenCalled()
  await vi.waitFor(() => {
    fireEvent.keyDown(textBox(), { key: 'Enter', ctrlKey: true, keyCode: 13 })
    expect(submit).toHaveBeenCalled()
  })
})

it('suggests a person by a name without its accents, after a word without a blank', async () => {
  const [first] = exampleThread()
  if (!first) return
  const named = { ...first, publisherId: 'x', publisherName: 'jdupont', publisherProfileName: 'Jérémie Dupont' }
  showThread({ comments: [named] })
  await userEvent.type(textBox(), '谢谢@jere')
  expect(await screen.findByRole('option', { name: /Jérémie Dupont/ })).toBeTruthy()
  fireEvent.keyDown(textBox(), { key: 'Enter', keyCode: 229 })
  expect(textBox().value).toBe('谢谢@jere')
  fireEvent.keyDown(textBox(), { key: 'Enter', keyCode: 13 })
  expect(textBox().value).toBe('谢谢@jdupont ')
})

it('restores a draft', async () => {
  const drafts = storyDrafts()
  drafts.set('p1 comment', 'half a thought')
  showThread({}, {}, drafts)
  await waitFor(() => expect(textBox().value).toBe('half a thought'))
  expect(await screen.findByRole('button', { name: 'Comment' })).toBeTruthy()
})

it('follows changes of its draft elsewhere: cleared by sending, restored', async () => {
  const drafts = storyDrafts()
  showThread({}, {}, drafts)
  await userEvent.type(textBox(), 'Hello')
  await waitFor(() => expect(drafts.get('p1 comment')).toBe('Hello'))
  drafts.set('p1 comment', '')
  expect(textBox().value).toBe('')
  drafts.set('p1 comment', 'Hello again')
  expect(textBox().value).toBe('Hello again')
})

it('lets a visitor write, asks to sign in on sending, and keeps the text', async () => {
  const signIn = new StoaError('AUTH_REQUIRED', errors.AUTH_REQUIRED)
  const submit = vi.fn(() => Promise.reject(signIn))
  showThread({ viewer: null, permission: deny('AUTH_REQUIRED') }, { submit })
  await userEvent.type(textBox(), 'Hello')
  expect(screen.queryByRole('button', { name: 'Comment anonymously' })).toBeNull()
  await clickEnabled('Sign in and comment')
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(textBox().value).toBe('Hello')
})

it('sends anonymously where that is allowed', async () => {
  const submit = vi.fn(() => Promise.resolve())
  showThread({ viewer: null, permission: deny('AUTH_REQUIRED'), allowAnonymous: true }, { submit })
  await userEvent.type(textBox(), 'Hello')
  await clickEnabled('Comment anonymously')
  await waitFor(() =>
    expect(submit).toHaveBeenCalledWith(expect.objectContaining({ content: 'Hello', anonymous: true })),
  )
})

it('tells visitors that for now only members comment', async () => {
  showThread({ viewer: null, permission: deny('AUTH_REQUIRED'), isMembersOnly: true })
  await userEvent.type(textBox(), 'Hello')
  await screen.findByText('Only members can comment right now.')
  expect(screen.getByRole('button', { name: 'Sign in and comment' })).toBeTruthy()
})

it('tells members how long they wait between comments', async () => {
  showThread({ slowModeSeconds: 300 })
  await userEvent.type(textBox(), 'Hello')
  await screen.findByText('Slow mode: you can comment every 5 minutes.')
})

it('shows only the chosen one of two send buttons as busy', async () => {
  let finish = () => {}
  const submit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  showThread({ viewer: null, permission: deny('AUTH_REQUIRED'), allowAnonymous: true }, { submit })
  await userEvent.type(textBox(), 'Hello')
  const anonymously = await screen.findByRole('button', { name: 'Comment anonymously' })
  const byName = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in and comment' })
  await userEvent.click(anonymously)
  expect(anonymously.getAttribute('aria-busy')).toBe('true')
  expect([byName.getAttribute('aria-busy'), byName.disabled]).toEqual([null, true])
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  finish()
  await waitFor(() => expect(anonymously.getAttribute('aria-busy')).toBeNull())
})

it('tells a banned member so instead of a box, and offers no replies', () => {
  showThread({ permission: deny('BANNED') })
  expect(screen.getByText('You were banned from this community.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
})

it.each([
  ['for good', 0, 'You were banned from this community. This ban is permanent unless a moderator lifts it.'],
  [
    'for a time',
    Date.now() + 3 * 86_400_000 + 60_000,
    'You were banned from this community. You can write here again in 3 days.',
  ],
  [
    'until a moment ago',
    Date.now() - 1000,
    'You were banned from this community. Your ban has ended. Reload to post again.',
  ],
])('tells a member who is banned %s until when', async (_, bannedUntil, words) => {
  showThread({ permission: deny('BANNED'), bannedUntil })
  const notice = screen.getByText(/^You were banned/)
  await waitFor(() => expect(notice.textContent).toBe(words))
})

it('quotes the moderator’s reason as plain text', async () => {
  showThread({ permission: deny('BANNED'), bannedUntil: 0, banReason: '<b>Ads</b> in five threads' })
  const notice = screen.getByText(/^You were banned/)
  await waitFor(() => expect(notice.textContent).toMatch(/moderator lifts it\. Reason: “<b>Ads<\/b> in five threads”$/))
})

it('tells a member in a time-out until when', async () => {
  const bannedUntil = Date.now() + 3 * 3_600_000 + 60_000
  showThread({ permission: deny('BANNED'), bannedUntil, isTimeout: true })
  const notice = screen.getByText(/^You’re in a time-out/)
  await waitFor(() => expect(notice.textContent).toBe('You’re in a time-out. You can write here again in 3 hours.'))
})

it.each([
  ['COMMENTS_LOCKED', 'A moderator locked the comments.'],
  ['COMMENTS_OFF', 'The author turned off comments.'],
  ['COMMUNITY_ARCHIVED', 'This community is archived.'],
  ['POST_CLOSED', 'Comments are closed.'],
] as const)('says why nobody can comment: %s', (code, words) => {
  showThread({ permission: deny(code) })
  expect(screen.getByText(words)).toBeTruthy()
})

it('replies in place', async () => {
  const submit = vi.fn(() => Promise.resolve())
  const [first] = exampleThread()
  if (!first) return
  showThread({ comments: [first] }, { submit })
  const [reply] = screen.getAllByRole('button', { name: 'Reply' })
  if (reply) await userEvent.click(reply)
  await waitFor(() => expect(document.activeElement).toBe(textBox('Write a reply to Grey Heron')))
  await screen.findByRole('button', { name: 'Cancel' })
  await userEvent.keyboard('No.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(submit).toHaveBeenCalledWith(expect.objectContaining({ replyToCommentId: first.id })))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Write a reply to Grey Heron' })).toBeNull())
})

it('edits in place, and asks before discarding changes', async () => {
  const edit = vi.fn(() => Promise.resolve())
  const mine = exampleBranch(exampleComment('newt', { content: 'Frist' }))
  showThread({ comments: [mine] }, { edit })
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await screen.findByRole('button', { name: 'Save' })
    return textBox('Edit your comment')
  }
  const area = await open()
  expect(area.value).toBe('Frist')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  fireEvent.input(area, { target: { value: 'First' } })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(area.value).toBe('First')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(edit).toHaveBeenCalledWith({ commentId: mine.id, content: 'First', editedAt: null })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit your comment' })).toBeNull())
  const again = await open()
  fireEvent.input(again, { target: { value: 'Other' } })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByText('Frist')).toBeTruthy()
})

it('mentions people of the thread whose profile’s address is pasted', async () => {
  showThread()
  textBox().focus()
  await screen.findByRole('button', { name: 'Comment' })
  const author = exampleThread().find(({ publisherId }) => publisherId !== exampleMe().id)
  const paste = (text: string) => fireEvent.paste(textBox(), { clipboardData: { getData: () => text } })
  fireEvent.input(textBox(), { target: { value: 'Thanks ' } })
  // The browser pastes other addresses.
  expect(paste('https://a.example/author/nobody')).toBe(true)
  expect(paste(`see ${window.location.origin}/author/${author?.publisherSlugUrl}`)).toBe(true)
  // The box listens soon after it is shown.
  await waitFor(() => expect(paste(`${window.location.origin}/author/${author?.publisherSlugUrl}`)).toBe(false))
  expect(textBox().value).toBe(`Thanks @${author?.publisherName} `)
})

import { StoaError } from '@stoa/client'
import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import { exampleConversation, exampleInbox, exampleTalk } from '../../testing/message-responses.ts'
import { daysAgo, placeMessages, shortTime } from './days.ts'
import { MessageComposer } from './message-composer.tsx'
import { postLinkIn } from './post-card.tsx'

const inbox = exampleInbox()
const [first = exampleConversation(), second = exampleConversation()] = inbox
const at = (id: string) => `/bbs/messages/${id}`

function show(path: string, content: ForumContent = {}) {
  return render(<ForumAt path={path} conversations={inbox} messages={exampleTalk()} {...content} />)
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Message to/ })

test('Enter sends, Shift+Enter and an input method’s Enter don’t', async () => {
  const onSend = vi.fn()
  render(<MessageComposer name="Wren" text="こんにちは" onText={() => {}} onSend={onSend} />)
  const box = screen.getByRole('textbox')
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  // Safari's Enter that ends a composition.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  fireEvent.keyDown(box, { key: 'Enter', shiftKey: true })
  expect(onSend).not.toHaveBeenCalled()
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onSend).toHaveBeenCalledExactlyOnceWith('こんにちは')
})

test('blank and long texts aren’t sent, and a long one says why', () => {
  const onSend = vi.fn()
  const composer = (text: string) => <MessageComposer name="Wren" text={text} onText={() => {}} onSend={onSend} />
  const { rerender } = render(composer(' \n'))
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  rerender(composer('x'.repeat(400)))
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  expect(onSend).not.toHaveBeenCalled()
  expect(screen.getByText(/fewer than 400 characters/)).toBeTruthy()
  // Length is counted in code points.
  rerender(composer('🦦'.repeat(399)))
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  expect(onSend).toHaveBeenCalledOnce()
})

test('a draft stays with its conversation', async () => {
  const user = userEvent.setup()
  show(at(first.id))
  await user.type(await field(), 'For the otter')
  await user.click(screen.getByRole('link', { name: new RegExp(second.person.displayName) }))
  await screen.findByRole('region', { name: `Conversation with ${second.person.displayName}` })
  expect((await field()).value).toBe('')
  await user.type(await field(), 'For the wren')
  await user.click(screen.getByRole('link', { name: new RegExp(first.person.displayName) }))
  await screen.findByRole('region', { name: `Conversation with ${first.person.displayName}` })
  await waitFor(async () => expect((await field()).value).toBe('For the otter'))
})

test('a message that wasn’t sent is tried again or deleted', async () => {
  const user = userEvent.setup()
  show(at(first.id), { calls: { dmSend: 'fails' } })
  await user.type(await field(), 'Thursday it is{Enter}')
  expect((await field()).value).toBe('')
  await screen.findByText('Not sent')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Not sent')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Thursday it is')).toBeNull())
  expect(document.activeElement).toBe(await field())
})

test('a refused message stays, and its reason doesn’t betray a block', async () => {
  const user = userEvent.setup()
  const message = 'Your message failed because you are blocked, or have blocked this person.'
  const dmSend = vi.fn(() => {
    throw new StoaError('DM_BLOCKED', { message })
  })
  show(at(first.id), { callResponses: { dmSend } })
  await user.type(await field(), 'Are you there?{Enter}')
  await screen.findByText(`${first.person.displayName} doesn’t accept messages from you.`)
  expect(screen.queryByText(message)).toBeNull()
  expect(screen.getByText('Are you there?')).toBeTruthy()
  expect((await field()).disabled).toBe(false)
})

test('reading a conversation lowers the number in the list', async () => {
  const dmRead = vi.fn(() => ({ unread: { notifications: 0, unseen: 0, messages: 0 } }))
  show(at(second.id), { callResponses: { dmRead } })
  await waitFor(() =>
    expect(dmRead).toHaveBeenCalledExactlyOnceWith({
      conversationId: second.id,
      until: exampleTalk().at(-1)?.createdAt,
    }),
  )
  await waitFor(() => expect(screen.queryByText('2 unread messages')).toBeNull())
})

test('who can’t be written to is said, and what was typed stays', async () => {
  show(at(first.id), { conversations: [{ ...first, writing: 'notAllowed' }] })
  await screen.findByText(/doesn’t accept messages from you/)
  expect(screen.queryByRole('textbox', { name: /^Message to/ })).toBeNull()
})

test('a report shows exactly what moderators get', async () => {
  const user = userEvent.setup()
  const dmReport = vi.fn(() => ({ isNew: true }))
  show(at(first.id), { callResponses: { dmReport } })
  await user.click(await screen.findByRole('button', { name: 'More about this conversation' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Report a message…' }))
  const dialog = await screen.findByRole('dialog')
  await user.selectOptions(within(dialog).getByLabelText('Earlier messages to include'), '2')
  const evidence = [...dialog.querySelectorAll('.stoa-talk-evidence p')].map(({ textContent }) => textContent)
  expect(evidence).toEqual(
    exampleTalk()
      .slice(-3)
      .map(({ text }) => text),
  )
  await user.click(within(dialog).getAllByRole('radio')[0] as HTMLElement)
  await user.click(within(dialog).getByRole('button', { name: /report/i }))
  await waitFor(() =>
    expect(dmReport).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ messageId: exampleTalk().at(-1)?.id, before: 2, tokenName: 'FORUM' }),
    ),
  )
})

test('only one’s own fresh messages can be deleted for both', async () => {
  const user = userEvent.setup()
  const talk = exampleTalk()
  const now = talk.at(-1)?.createdAt ?? 0
  const mine = { ...talk[4], id: exampleId(50, 'm'), createdAt: now + 19 * 60 * 1000, text: 'Just now' }
  show(at(first.id), { messages: [...talk, mine as (typeof talk)[number]] })
  await screen.findByText('Just now')
  const choices = async (text: string) => {
    const message = screen.getByText(text).closest('li') as HTMLElement
    await user.click(within(message).getByRole('button', { name: 'More about this message' }))
    const names = within(message)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    await user.keyboard('{Escape}')
    return names
  }
  expect(await choices('Just now')).toEqual(['Copy text', 'Delete for me', 'Delete for both'])
  expect(await choices('It has a beadle.')).toEqual(['Copy text', 'Delete for me'])
  expect(await choices('Would you trade?')).toEqual(['Copy text', 'Report…', 'Delete for me'])
})

test('the first message from a person’s page opens their conversation', async () => {
  const user = userEvent.setup()
  const { person, profileTitle } = first
  const dmWith = () => ({ person, profileTitle, conversation: null, writing: 'allowed' as const })
  show('/author/river_otter/message', { callResponses: { dmWith } })
  await user.type(await field(), 'Hello{Enter}')
  await screen.findByRole('link', { current: 'page', name: new RegExp(person.displayName) })
})

test('a visitor is told why to sign in', async () => {
  show('/author/river_otter/message', { viewer: null })
  await screen.findByText('Sign in to read and write messages')
})

test('days and groups follow the reader’s calendar', () => {
  const noon = new Date(2024, 4, 10, 12).getTime()
  const me = exampleMe().id
  const message = (createdAt: number, senderId = me) => ({
    key: String(createdAt),
    text: '',
    at: createdAt,
    isOwn: senderId === me,
    sent: { id: '', conversationId: '', senderId, text: '', createdAt },
  })
  const minute = 60_000
  const placed = placeMessages([
    message(noon - 24 * 60 * minute),
    message(noon),
    message(noon + minute),
    message(noon + 2 * minute, 'other'),
  ])
  expect(placed.map(({ day }) => day !== undefined)).toEqual([true, true, false, false])
  expect(placed.map(({ isLast }) => isLast)).toEqual([true, false, true, true])
  expect(daysAgo(new Date(2024, 4, 9, 23, 59).getTime(), new Date(2024, 4, 10, 0, 1).getTime())).toBe(1)
  expect(shortTime(noon - 40 * 24 * 60 * minute, noon, 'en-US')).toBe('Mar 31')
})

test('links to posts of this forum are found', () => {
  const origin = 'https://forum.example'
  const linkOf = (path: string) => postLinkIn(`See ${origin}${path}.`, origin)
  expect(linkOf('/bbs/FORUM/community/the-bean')).toEqual({ tokenName: 'FORUM', idOrSlug: 'the-bean' })
  expect(linkOf('/bbs/FORUM/the-bean')).toEqual({ tokenName: 'FORUM', idOrSlug: 'the-bean' })
  expect(linkOf('/author/otter')).toBeNull()
  expect(postLinkIn('https://other.example/bbs/FORUM/x', origin)).toBeNull()
})

test('whom the viewer has blocked can be unblocked where no conversation has begun', async () => {
  const user = userEvent.setup()
  let isBlocked = true
  const dmWith = () => ({
    person: first.person,
    profileTitle: '',
    conversation: null,
    writing: isBlocked ? ('blocked' as const) : ('allowed' as const),
  })
  const dmBlock = vi.fn(() => ({ status: (isBlocked = false) }))
  show(`/author/${first.person.slugUrl}/message`, { conversations: [], callResponses: { dmWith, dmBlock } })
  await user.click(await screen.findByRole('button', { name: `Unblock ${first.person.displayName}` }))
  expect(dmBlock).toHaveBeenCalledWith({ blockUserId: first.person.userId, block: false })
  expect((await field()).disabled).toBe(false)
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

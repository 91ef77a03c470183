import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { exampleOutbox } from '../../testing/example-outbox.ts'
import { ForumAt } from '../../testing/forum-at.tsx'
import { exampleConversation, exampleInbox, exampleMessage, exampleTalk } from '../../testing/message-responses.ts'
import { MessagesScreen } from '../member-screens.tsx'

const inbox = exampleInbox()
const [first = exampleConversation()] = inbox
const open = `/bbs/messages/${first.id}`
const request = exampleConversation('heron', { id: exampleId(8, 'd'), isRequest: true, unread: 1 })
const other = exampleConversation('mira', { id: exampleId(9, 'd'), isRequest: true })
const seenUntil = EXAMPLE_NOW - 60 * 60 * 1000

const meta = {
  title: 'Forum/Screens/Messages',
  component: MessagesScreen,
  args: {
    path: '/bbs/messages',
    conversations: [{ ...first, seenUntil }, ...inbox.slice(1)],
    messages: exampleTalk(),
    unreadMessages: 1,
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The conversations, newest first, and requests above them. */
export const Inbox: Story = { args: { messageRequests: [request, other] } }

/** An open conversation with days, times and a seen mark. */
export const Open: Story = { args: { path: open } }

/** A message that waits for the network. */
export const Waiting: Story = {
  args: { path: open, outbox: exampleOutbox(first.person.userId) },
  async play({ canvas }) {
    await canvas.findByText('Waiting for network')
  },
}

/** Nobody has written yet. */
export const Empty: Story = { args: { conversations: [], unreadMessages: 0 } }

/** Requests of people whom the viewer doesn't follow. */
export const Requests: Story = { args: { path: '/bbs/messages/requests', messageRequests: [request, other] } }

/** No requests. */
export const NoRequests: Story = { args: { path: '/bbs/messages/requests' } }

/** A request: it can be accepted, deleted, or its sender blocked. */
export const Request: Story = {
  args: {
    path: `/bbs/messages/${request.id}`,
    messageRequests: [request],
    messages: [exampleMessage({ senderId: request.person.userId, text: 'Hello! Is the boat still for sale?' })],
  },
}

/** The viewer has blocked the other person. */
export const YouBlocked: Story = {
  args: { path: open, conversations: [{ ...first, writing: 'blocked', youBlocked: true }] },
}

/** The other person's settings exclude the viewer. */
export const NotAllowed: Story = { args: { path: open, conversations: [{ ...first, writing: 'notAllowed' }] } }

/** The other account was deleted. */
export const DeletedAccount: Story = {
  args: {
    path: open,
    conversations: [
      {
        ...first,
        person: { ...first.person, displayName: 'Deleted account', slugUrl: '', username: '' },
        profileTitle: '',
        sharedCommunities: [],
        writing: 'deleted',
      },
    ],
  },
}

/** A message that wasn't sent can be sent again. */
export const NotSent: Story = {
  args: { path: open, calls: { dmSend: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: /^Message to/ })
    await userEvent.type(field, 'Thursday it is. By the returns shelf.{Enter}')
    await canvas.findByText('Not sent')
  },
}

/** A message that the other person doesn't get: the reason doesn't betray a block. */
export const Refused: Story = {
  args: {
    path: open,
    callResponses: {
      dmSend: () => {
        throw new StoaError('DM_BLOCKED', { message: errors.DM_BLOCKED.message })
      },
    },
  },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: /^Message to/ })
    await userEvent.type(field, 'Are you there?{Enter}')
    await canvas.findByText(/doesn’t accept messages from you/)
  },
}

/** The same on a phone of 360 pixels, in the dark, from right to left. */
export const RefusedNarrow: Story = {
  ...Refused,
  parameters: { width: '312px' },
  globals: { locale: 'ar', theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox')
    await userEvent.type(field, 'Are you there?{Enter}')
    await canvas.findByText('Are you there?')
  },
}

/** A message on its way. */
export const Sending: Story = {
  args: { path: open, calls: { dmSend: 'waits' } },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: /^Message to/ })
    await userEvent.type(field, 'Thursday it is.{Enter}')
    await canvas.findByText('Sending')
  },
}

/** A text that is too long is refused before it is sent. */
export const TooLong: Story = {
  args: { path: open },
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: /^Message to/ })
    await userEvent.click(field)
    await userEvent.paste('x'.repeat(401))
    await userEvent.keyboard('{Enter}')
    await canvas.findByText(/must have fewer than 400/)
  },
}

/** Links of a new account wait until the other person answers. */
export const HeldLinks: Story = {
  args: {
    path: open,
    messages: [exampleMessage({ senderId: exampleMe().id, text: 'See https://boats.example', held: true })],
  },
}

/** Long names and words. */
export const LongText: Story = {
  args: {
    path: open,
    conversations: [
      {
        ...first,
        person: { ...first.person, displayName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill' },
        profileTitle: 'Keeper of the boat shed and of everything else that floats, swims or merely drifts by',
      },
    ],
    messages: [
      exampleMessage({ text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(5) }),
      exampleMessage({ id: exampleId(2, 'm'), senderId: exampleMe().id, text: 'First line\n\nThird line. '.repeat(9) }),
    ],
  },
}

/** The beginning of a conversation, from a person's page. */
export const Beginning: Story = {
  args: {
    path: '/author/river-otter/message',
    callResponses: {
      dmWith: () => ({
        person: first.person,
        profileTitle: first.profileTitle,
        conversation: null,
        writing: 'allowed',
      }),
    },
  },
}

/** The dialog that finds a person. */
export const NewMessage: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'New message' }))[0] as HTMLElement)
    await canvas.findByRole('dialog', { name: 'New message' })
  },
}

/** The dialog that reports a message with those before it. */
export const Report: Story = {
  args: { path: open },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More about this conversation' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Report a message…' }))
    await userEvent.selectOptions(await canvas.findByLabelText('Earlier messages to include'), '3')
  },
}

/** The conversation doesn't exist, or isn't the viewer's. */
export const Missing: Story = {
  args: {
    path: open,
    conversations: [],
    calls: { dmConversationGet: 'has no conversation', dmMessageList: 'has no conversation' },
  },
}

/** Loading. */
export const Loading: Story = {
  args: { path: open, calls: { dmConversationList: 'waits', dmConversationGet: 'waits' } },
}

/** It can't be loaded. */
export const Failed: Story = {
  args: { path: open, calls: { dmConversationList: 'fails', dmConversationGet: 'fails' } },
}

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { args: { path: open }, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { args: { path: open }, globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

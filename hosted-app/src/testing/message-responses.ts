import type { CallInput, CallOutput, Conversation, Message, MessageSettings } from '@stoa/contract'
import { EXAMPLE_NOW, exampleActor, exampleId, exampleMe } from '@stoa/contract/fixtures'

/** Messages of a story's forum. */
export interface MessageContent {
  /** The viewer's conversations. Default: none. */
  conversations?: readonly Conversation[]
  /** Message requests. Default: none. */
  messageRequests?: readonly Conversation[]
  /** Messages of every conversation, oldest first. Default: none. */
  messages?: readonly Message[]
  /** Conversations with unread messages, in the badge. Default: none. */
  unreadMessages?: number
}

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
const SETTINGS: MessageSettings = { audience: 'members', showSeen: true }

type Who = Parameters<typeof exampleActor>[0]

/** A message in the conversation with River Otter, with any field replaced. */
export function exampleMessage(changes: Partial<Message> = {}): Message {
  return {
    id: exampleId(1, 'm'),
    conversationId: exampleId(1, 'd'),
    senderId: exampleActor('otter').userId,
    text: 'Then Thursday, after four?',
    createdAt: EXAMPLE_NOW - 20 * MINUTE_MS,
    ...changes,
  }
}

/** A conversation with a person, with any field replaced. */
export function exampleConversation(who: Who = 'otter', changes: Partial<Conversation> = {}): Conversation {
  const { userId, displayName, slugUrl, imageUrl } = exampleActor(who)
  const id = exampleId(userId.codePointAt(0) ?? 1, 'd')
  const lastMessage = exampleMessage({ senderId: userId })
  return {
    id,
    person: { userId, displayName, slugUrl, imageUrl, username: slugUrl },
    profileTitle: 'Keeper of the boat shed',
    sharedCommunities: [{ tokenName: 'FORUM', title: 'The Forum' }],
    lastMessage,
    unread: 0,
    isRequest: false,
    seenUntil: null,
    readUntil: lastMessage.createdAt,
    youBlocked: false,
    writing: 'allowed',
    activeAt: lastMessage.createdAt,
    ...changes,
  }
}

/** An inbox: today, unread, one's own last, a week ago. */
export function exampleInbox(): Conversation[] {
  const people = ['otter', 'wren', 'heron', 'mira'] as const
  const texts = [
    'Then Thursday, after four?',
    'Ladder found. It was behind my other ladder.',
    'I bring the iron.',
    'Boots!',
  ]
  return people.map((who, index) => {
    const createdAt = EXAMPLE_NOW - 20 * MINUTE_MS - index * index * DAY_MS
    const senderId = index === 2 ? exampleMe().id : exampleActor(who).userId
    const lastMessage = exampleMessage({ id: exampleId(index + 1, 'm'), senderId, text: texts[index] ?? '', createdAt })
    return exampleConversation(who, {
      id: exampleId(index + 1, 'd'),
      lastMessage,
      activeAt: createdAt,
      unread: index === 1 ? 2 : 0,
    })
  })
}

/** A conversation of two days. */
export function exampleTalk(): Message[] {
  const me = exampleMe().id
  const otter = exampleActor('otter').userId
  const lines: [senderId: string, minutesAgo: number, text: string][] = [
    [otter, 1500, 'Hello! You wrote in the swap list that you have bean seeds. I have far too many tomatoes.'],
    [otter, 1499, 'Would you trade?'],
    [me, 1440, 'Gladly. Runner beans: https://seeds.example/beans'],
    [otter, 90, 'I read the whole thread. The bean has a fan club.'],
    [me, 62, 'It has a beadle.'],
    [me, 61, 'I’m at the library tomorrow, returning a drill. Shall I bring the seeds?'],
    [otter, 20, 'Tomorrow is glove day. Then Thursday, after four?'],
  ]
  return lines.map(([senderId, minutesAgo, text], index) =>
    exampleMessage({ id: exampleId(index + 1, 'm'), senderId, text, createdAt: EXAMPLE_NOW - minutesAgo * MINUTE_MS }),
  )
}

/** The server's responses to calls about messages. */
export function messageResponses(content: MessageContent) {
  const { conversations = [], messageRequests = [], messages = [] } = content
  const all = [...conversations, ...messageRequests]
  const [first = exampleConversation()] = all
  const unread = { notifications: 0, unseen: 0, messages: content.unreadMessages ?? 0 }
  const named = (id: string) => all.find((one) => one.id === id) ?? first
  return {
    dmConversationList: ({ box, query }: CallInput<'dmConversationList'>): CallOutput<'dmConversationList'> => ({
      items: (box === 'requests' ? messageRequests : conversations).filter(
        ({ person, lastMessage }) =>
          !query || `${person.displayName} ${lastMessage?.text}`.toLowerCase().includes(query.toLowerCase()),
      ),
      cursor: null,
      hasMore: false,
      requests: { count: messageRequests.length, people: messageRequests.slice(0, 3).map(({ person }) => person) },
    }),
    dmConversationGet: ({ conversationId }: CallInput<'dmConversationGet'>) => ({
      conversation: named(conversationId),
    }),
    dmMessageList: ({ conversationId }: CallInput<'dmMessageList'>): CallOutput<'dmMessageList'> => ({
      items: messages.map((message) => ({ ...message, conversationId })).toReversed(),
      cursor: null,
      hasMore: false,
    }),
    dmWith: (): CallOutput<'dmWith'> => {
      const { person, profileTitle, writing } = first
      return { person, profileTitle, writing, conversation: all.length > 0 ? first : null }
    },
    dmSend: ({ text }: CallInput<'dmSend'>) => ({
      message: exampleMessage({
        id: exampleId(99, 'm'),
        conversationId: first.id,
        senderId: exampleMe().id,
        text,
        createdAt: EXAMPLE_NOW,
      }),
      conversationId: first.id,
    }),
    dmAccept: ({ conversationId }: CallInput<'dmAccept'>) => ({
      conversation: { ...named(conversationId), isRequest: false },
    }),
    dmBlock: ({ block }: CallInput<'dmBlock'>) => ({ status: block }),
    dmRead: () => ({ unread }),
    dmDelete: () => ({ unread }),
    dmReport: () => ({ isNew: true }),
    dmSettingsGet: () => ({ messageSettings: SETTINGS }),
    dmSettings: ({ messageSettings }: CallInput<'dmSettings'>) => ({
      messageSettings: { ...SETTINGS, ...messageSettings } as MessageSettings,
    }),
  }
}

import { exampleComment, exampleId } from '@stoa/contract/fixtures'
import type { OutboxEntry } from '@stoa/store'

const about = {
  personId: exampleId(1, 'u'),
  title: 'What should the square get first?',
  path: '/bbs/FORUM',
  reason: '',
  code: '',
}
const comment = (number: number, content: string) => ({
  id: `key ${number}`,
  createdAt: number,
  call: 'commentCreate' as const,
  input: { postId: exampleId(1, 'p'), tokenName: 'FORUM', content },
  comment: exampleComment('newt', { content }),
})

/** What a member has written without network: a comment, a message to this person, a reaction, and two comments that need them. */
export const exampleOutbox = (recipientId = exampleId(2, 'u')): OutboxEntry[] => [
  {
    ...about,
    ...comment(1, 'A bench first, then the rest. The old one by the fountain has lost two boards.'),
    state: 'waiting',
  },
  {
    ...about,
    id: 'key 2',
    createdAt: 2,
    call: 'dmSend',
    input: { recipientId, text: 'Is the ladder free on Saturday?' },
    title: 'River Otter',
    path: '',
    state: 'waiting',
  },
  {
    ...about,
    id: 'key 3',
    createdAt: 3,
    call: 'postReaction',
    input: { entityType: 'Post', entityId: exampleId(1, 'p'), reactionName: 'thumb-up' },
    wish: 'postReaction 1',
    state: 'waiting',
  },
  {
    ...about,
    ...comment(4, 'Buy cheap planks!'),
    state: 'refused',
    reason: 'You were banned from this community.',
    code: 'BANNED',
  },
  { ...about, ...comment(5, 'Written on Monday, in the mountains.'), state: 'expired' },
]

import { exampleComment, exampleId } from '@stoa/contract/fixtures'
import { createStoa, type OutboxEntry } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { OutboxList, SignOutQuestion } from './outbox-parts.tsx'

const about = {
  personId: exampleId(1, 'u'),
  title: 'What should the square get first?',
  path: '/bbs/FORUM',
  reason: '',
}
const comment = (number: number, content: string) => ({
  id: `key ${number}`,
  createdAt: number,
  call: 'commentCreate' as const,
  input: { postId: exampleId(1, 'p'), tokenName: 'FORUM', content },
  comment: exampleComment('newt', { content }),
})

const entries: OutboxEntry[] = [
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
    input: { recipientId: exampleId(2, 'u'), text: 'Is the ladder free on Saturday?' },
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
  { ...about, ...comment(4, 'Buy cheap planks!'), state: 'refused', reason: 'You were banned from this community.' },
  { ...about, ...comment(5, 'Written on Monday, in the mountains.'), state: 'expired' },
]

function Kept({ entries: kept, isLeaving }: { entries: readonly OutboxEntry[]; isLeaving: boolean }) {
  const [stoa] = useState(() => {
    const created = createStoa({ client: { call: async () => ({}) as never }, storage: null })
    created.state.setState({ outbox: kept })
    return created
  })
  return (
    <StoaProvider stoa={stoa}>
      {isLeaving ? <SignOutQuestion onConfirm={() => {}} onClose={() => {}} /> : <OutboxList onClose={() => {}} />}
    </StoaProvider>
  )
}

const meta = {
  title: 'Forum/Outbox',
  component: Kept,
  args: { entries, isLeaving: false },
  parameters: { docs: { story: { inline: false, height: '480px' } } },
} satisfies Meta<typeof Kept>
export default meta
type Story = StoryObj<typeof meta>

/** What was written without network, in the order in which it is sent. */
export const List: Story = {}

/** Everything was sent while the list was open. */
export const Empty: Story = { args: { entries: [] } }

/** Signing out would discard what waits. */
export const SignOut: Story = {
  args: { entries: entries.filter(({ call }) => call === 'commentCreate'), isLeaving: true },
}

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '360px' } }

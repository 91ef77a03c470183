import type { Activity } from '@stoa/contract'
import { EXAMPLE_NOW, exampleHandedOver, exampleId, exampleMe, exampleQueue } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ModerationScreen } from '../member-screens.tsx'

const person = (number: number, displayName: string) => {
  return { userId: exampleId(number, 'u'), username: `member_${number}`, displayName, slugUrl: `member-${number}` }
}
const decided: Activity = {
  id: exampleId(1, 'a'),
  tokenName: 'FORUM',
  at: EXAMPLE_NOW - 600_000,
  action: 'commentHidden',
  reason: 'spam',
  until: null,
  actor: person(1, 'Grey Heron'),
  person: person(2, 'River Otter'),
  given: [],
  taken: [],
  changes: [],
  postId: exampleId(1, 'p'),
  commentId: exampleId(1, 'c'),
  undoes: null,
  undone: false,
  reinstated: false,
  post: null,
  canUndo: true,
  undoBlock: null,
  bansAgain: null,
}
const moderator = exampleMe({ tokenPermissions: { FORUM: ['hideContent', 'banUser'] } })

/** The moderation queue of all communities that the viewer moderates, linked in the account menu. */
const meta = {
  title: 'Forum/Screens/ModerationQueue',
  component: ModerationScreen,
  render: (_args, { parameters }) => <ForumAt path="/bbs/moderation" viewer={moderator} {...parameters.forum} />,
  parameters: { layout: 'fullscreen', forum: { queue: exampleQueue } },
} satisfies Meta<typeof ModerationScreen>
export default meta
type Story = StoryObj<typeof meta>

/** Reports and pending items, oldest first. */
export const Waiting: Story = {}

/** A reported message, with the one before it that its recipient handed over. */
export const ReportedMessage: Story = { parameters: { forum: { queue: [exampleHandedOver] } } }

/** Several selected items, to be decided together. */
export const Selected: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Select all' }))
  },
}

/** The member card of an item's author. */
export const Card: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'River Otter’s member card' }))[0] as Element)
  },
}

/** The viewer, or what the viewer wrote, was reported: somebody else decides. */
export const Own: Story = {
  parameters: {
    forum: {
      queue: exampleQueue.map((item) => ({
        ...item,
        person: item.person && { ...item.person, role: 'moderator' as const },
        report: item.report && { ...item.report, isOwn: true },
      })),
    },
  },
}

/** Recent decisions, with undo. */
export const Decided: Story = {
  render: (_args, { parameters }) => (
    <ForumAt path="/bbs/moderation?kind=decided" viewer={moderator} {...parameters.forum} />
  ),
  parameters: {
    forum: { activity: [decided, { ...decided, id: exampleId(2, 'a'), canUndo: false, undone: true }] },
  },
}

/** No decisions. */
export const NothingDecided: Story = { ...Decided, parameters: { forum: { activity: [] } } }

/** Recent decisions on a phone, from right to left, in the dark. */
export const DecidedNarrow: Story = {
  ...Decided,
  globals: { locale: 'ar', theme: 'dark' },
  parameters: { ...Decided.parameters, width: '312px' },
}

/** An empty queue. */
export const Empty: Story = { parameters: { forum: { queue: [] } } }

/** No appeals, but other items. */
export const NoAppeals: Story = {
  render: () => (
    <ForumAt
      path="/bbs/moderation?kind=appealed"
      viewer={moderator}
      callResponses={{
        queueList: ({ kind }) => {
          return { items: kind === 'appealed' ? [] : [...exampleQueue], cursor: null, hasMore: false, reasons: [] }
        },
      }}
    />
  ),
}

/** A report about a member can't be hidden together with other items. */
export const Hiding: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Select all' }))
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Hide…' }))[0] as Element)
  },
}

/** The queue can't be loaded. */
export const Failed: Story = { parameters: { forum: { calls: { queueList: 'fails' } } } }

/** For members who moderate no community. */
export const Forbidden: Story = { parameters: { forum: { viewer: exampleMe() } } }

/** On a phone, from right to left. */
export const Narrow: Story = { globals: { locale: 'ar' }, parameters: { width: '312px' } }

import { exampleMe, exampleQueue } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ModerationScreen } from './moderation-screen.tsx'

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

/** Several selected items, to be decided together. */
export const Selected: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Select all' }))
  },
}

/** The member card of an item's author. */
export const Card: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Member card of River Otter' }))[0] as Element)
  },
}

/** Nothing to review. */
export const Empty: Story = { parameters: { forum: { queue: [] } } }

/** The queue can't be loaded. */
export const Failed: Story = { parameters: { forum: { calls: { queueList: 'fails' } } } }

/** Not found for everyone else. */
export const Forbidden: Story = { parameters: { forum: { viewer: exampleMe() } } }

/** On a phone, from right to left. */
export const Narrow: Story = { globals: { locale: 'ar' }, parameters: { width: '312px' } }

import { exampleCommunity } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { AnonymousPostScreen } from './anonymous-post-screen.tsx'

const meta = {
  title: 'Forum/Screens/AnonymousPost',
  component: AnonymousPostScreen,
  args: { path: '/bbs/FORUM/posts/create/anonymous', viewer: null },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** For everybody, signed in or not. */
export const Empty: Story = {}

/** In a community that approves posts. */
export const Approved: Story = { args: { communities: [exampleCommunity({ approvePosts: true })] } }

/** The community accepts no anonymous posts. */
export const Closed: Story = { args: { communities: [exampleCommunity({ anonymousComments: false })] } }

/** Something is missing. */
export const Refused: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Publish' }))
  },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

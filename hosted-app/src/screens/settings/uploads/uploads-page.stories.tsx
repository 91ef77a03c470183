import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { UploadsScreen } from '../../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/Uploads',
  component: UploadsScreen,
  args: { path: '/bbs/my-account/uploads' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A member who has uploaded nothing yet. */
export const Member: Story = {}

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

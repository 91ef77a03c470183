import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { MergeAccountsScreen } from '../../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/MergeAccounts',
  component: MergeAccountsScreen,
  args: { path: '/bbs/my-account/merge' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Two accounts of one person become one. */
export const Member: Story = {}

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

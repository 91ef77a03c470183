import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../testing/forum-at.tsx'
import { FailedScreen } from './failed-screen.tsx'

const meta = {
  title: 'Forum/Failed',
  component: FailedScreen,
  args: { path: '/bbs/FORUM', calls: { communityGet: 'fails' } },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Replaces a screen that couldn't be loaded: retry, and a link home. */
export const CouldNotLoad: Story = {}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { ViewAsBanner } from './view-as-banner.tsx'

const meta = {
  title: 'Forum/View as banner',
  component: ViewAsBanner,
  args: { viewedAs: 'moderator', onStop: () => {} },
} satisfies Meta<typeof ViewAsBanner>
export default meta
type Story = StoryObj<typeof meta>

/** An admin views the forum as a moderator. */
export const Moderator: Story = {}

/** The same on a phone of 360 pixels. */
export const Narrow: Story = { args: { viewedAs: 'visitor' }, parameters: { width: '312px' } }

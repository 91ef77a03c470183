import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { Button } from '../button/button.tsx'
import { Banner } from './banner.tsx'

const meta = {
  title: 'UI/Banner',
  component: Banner,
  args: { children: 'Comments close on Friday.' },
} satisfies Meta<typeof Banner>
export default meta
type Story = StoryObj<typeof meta>

/** Something to know before reading on. */
export const Info: Story = {}

/** Something is done. */
export const Success: Story = { args: { tone: 'success', children: 'Your post is published.', onDismiss: fn() } }

/** Something is pending. */
export const Warning: Story = {
  args: { tone: 'warning', title: 'Pending approval', children: 'Only you and the moderators can see this post.' },
}

/** Something failed. */
export const Danger: Story = {
  args: {
    tone: 'danger',
    title: 'Comments could not be loaded',
    children: undefined,
    action: <Button size="s">Try again</Button>,
  },
}

import type { Meta, StoryObj } from '@storybook/react-vite'
import { BellIcon } from '../icons/more-icons.tsx'
import { IconButton } from './icon-button.tsx'

const meta = {
  title: 'UI/IconButton',
  component: IconButton,
  args: { label: 'Notifications', icon: <BellIcon /> },
} satisfies Meta<typeof IconButton>
export default meta
type Story = StoryObj<typeof meta>

/** For icons that everybody understands. */
export const Quiet: Story = {}

/** On or off. */
export const Pressed: Story = { args: { pressed: true } }

/** In rows of actions. */
export const Small: Story = { args: { size: 's' } }

/** While waiting for the server. */
export const Busy: Story = { args: { busy: true } }

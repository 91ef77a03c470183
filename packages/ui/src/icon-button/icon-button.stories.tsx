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

/** If everybody understands the icon. */
export const Quiet: Story = {}

/** On or off. */
export const Pressed: Story = { args: { pressed: true } }

/** In rows of actions. */
export const Small: Story = { args: { size: 's' } }

/** While the server answers. */
export const Busy: Story = { args: { busy: true } }

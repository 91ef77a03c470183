import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { NotificationSettingsScreen } from '../../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/NotificationSettings',
  component: NotificationSettingsScreen,
  args: { path: '/bbs/my-profile/settings/notifications' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A switch for each kind of notification and channel. */
export const Switches: Story = {}

/** A change waits in the save bar. */
export const Changed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'New followers: By email' }))
    await canvas.findByText(/New followers: By email$/)
  },
}

/** Refused: the change stays, with an error. */
export const Refused: Story = {
  args: { calls: { notificationSettings: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'New followers: By email' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
    await canvas.findByText(/server/i)
  },
}

/** Quiet hours, which start with the browser's time zone. */
export const QuietHours: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Quiet hours' }))
    await canvas.findByLabelText('Time zone')
  },
}

/** Hours that can't be saved. */
export const WrongHours: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Quiet hours' }))
    await userEvent.clear(await canvas.findByLabelText('To'))
    await canvas.findByText('Enter a time.')
  },
}

/** The devices can't be loaded; the rest works. */
export const DevicesFailed: Story = { args: { calls: { pushDevices: 'fails' } } }

/** Loading. */
export const Loading: Story = { args: { calls: { notificationSettingsGet: 'waits', pushDevices: 'waits' } } }

/** They can't be loaded. */
export const Failed: Story = { args: { calls: { notificationSettingsGet: 'fails' } } }

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

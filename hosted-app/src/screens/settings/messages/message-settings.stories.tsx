import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { AccountSettingsScreen } from '../../member-screens.tsx'

const meta = {
  title: 'Forum/Settings/Messages',
  component: AccountSettingsScreen,
  args: { path: '/bbs/my-account/settings/messages' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Who may write first, and whether others see what was seen. */
export const Saved: Story = {}

/** Unsaved changes. */
export const Changed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByLabelText('No one'))
    await canvas.findByRole('button', { name: /^Save/ })
  },
}

/** It can't be loaded. */
export const Failed: Story = { args: { calls: { dmSettingsGet: 'fails' } } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

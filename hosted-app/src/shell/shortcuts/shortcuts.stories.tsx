import { exampleMe, examplePost } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { Shortcuts } from './shortcuts.tsx'

const meta = {
  title: 'Forum/Shortcuts',
  component: Shortcuts,
  args: { path: '/bbs/FORUM' },
  render: (args) => <ForumAt {...args} />,
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('heading', { level: 1 })
    await userEvent.keyboard('?')
  },
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The keys of a list, and the switch for all. */
export const InAFeed: Story = {}

/** A post has more. */
export const OnAPost: Story = {
  args: { path: `/bbs/FORUM/community/${examplePost().slugUrl}`, viewer: exampleMe() },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { ...OnAPost, parameters: { width: '312px' } }

/** In the settings, with all keys. */
export const Settings: Story = { args: { path: '/bbs/my-account/settings/keyboard' }, play: async () => {} }

import { exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { exampleConversation } from '../../testing/message-responses.ts'
import { PersonMessageScreen } from '../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/Message to a person',
  component: PersonMessageScreen,
  args: { path: `/author/${exampleMe().id}/message` },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Opened from an author page: the first message to this person. */
export const First: Story = { args: { conversations: [] } }

/** Somebody whom the viewer has blocked before either has written. */
export const Blocked: Story = {
  args: {
    conversations: [],
    callResponses: {
      dmWith: () => ({
        person: exampleConversation('otter').person,
        profileTitle: '',
        conversation: null,
        writing: 'blocked' as const,
      }),
    },
  },
}

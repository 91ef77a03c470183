import { exampleCommunity, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { TopicDialog } from './topic-dialog.tsx'

const flairs = exampleCommunity().activeFlairs

const meta = {
  title: 'Post view/TopicDialog',
  component: TopicDialog,
  args: {
    post: { id: exampleId(1, 'p'), kind: 'community', flairIds: [flairs[0]?.id ?? ''] },
    topics: flairs,
    onChange: fn(async () => {}),
    onClose: fn(),
  },
} satisfies Meta<typeof TopicDialog>
export default meta
type Story = StoryObj<typeof meta>

/** The post's current topic is selected. */
export const CommunityPost: Story = {}

/** A story always has a topic. */
export const StoryPost: Story = {
  args: { post: { id: exampleId(1, 'p'), kind: 'story', flairIds: [flairs[0]?.id ?? ''] } },
}

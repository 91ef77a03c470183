import { exampleCommunity, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { TopicDialog } from './topic-dialog.tsx'

const topics = exampleCommunity().activeFlairs

const meta = {
  title: 'Post view/TopicDialog',
  component: TopicDialog,
  args: {
    post: { id: exampleId(1, 'p'), kind: 'community', flairIds: [topics[0]?.id ?? ''] },
    topics,
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
  args: { post: { id: exampleId(1, 'p'), kind: 'story', flairIds: [topics[0]?.id ?? ''] } },
}

import {
  content,
  exampleCommunity,
  exampleFeed,
  exampleId,
  examplePost,
  exampleSummary,
  paragraph,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ThreadScreen } from './thread-screen.tsx'

const [first = exampleSummary(), second = exampleSummary(), ...others] = exampleFeed
const post = examplePost({
  title: 'A correction, and an apology',
  kind: 'community',
  parentPostId: second.id,
  totalDescendants: 2,
  postContent: content(paragraph('The list ends in 1962.')),
})
const communities = [exampleCommunity({ postTypes: ['community', 'story', 'response'] })]

const meta = {
  title: 'Forum/Screens/Thread',
  component: ThreadScreen,
  args: { path: `/bbs/thread/${post.id}`, post, communities, above: [first, second], responses: others.slice(0, 2) },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A post between the one it responds to and its responses. */
export const Thread: Story = {}

/** A hidden post leaves a gap. */
export const Gap: Story = { args: { above: [first, null] } }

/** No responses. */
export const NoResponses: Story = { args: { responses: [], post: examplePost({ ...post, totalDescendants: 0 }) } }

/** On a phone, in the dark, from right to left. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { locale: 'ar', theme: 'dark' } }

/** There is no such post. */
export const Missing: Story = {
  args: { path: `/bbs/thread/${exampleId(9, 'x')}`, calls: { postThread: 'is missing', commentGet: 'is missing' } },
}

/** It could not be loaded. */
export const Failed: Story = { args: { calls: { postThread: 'fails' } } }

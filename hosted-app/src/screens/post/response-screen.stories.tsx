import { content, exampleCommunity, exampleFeed, examplePost, paragraph } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ResponseScreen } from './response-screen.tsx'

const post = examplePost({
  title: 'The ferry was for courting, mostly',
  kind: 'community',
  postContent: content(paragraph('My grandmother met my grandfather on it, twice. '.repeat(20))),
})
const communities = [exampleCommunity({ postTypes: ['community', 'story', 'response'] })]
const path = `/bbs/response/${post.id}`

const meta = {
  title: 'Forum/Screens/Response',
  component: ResponseScreen,
  args: { path, post, communities, responses: exampleFeed.slice(0, 1) },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A post in the whole window, with a link back to its own page. */
export const Response: Story = {}

/** Opened from elsewhere in the forum. */
export const WithWayBack: Story = { args: { path: `${path}?backLinkUrl=/bbs/FORUM&backLinkLabel=the%20Commons` } }

/** On a phone, in the dark, from right to left. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { locale: 'ar', theme: 'dark' } }

/** There is no such post. */
export const Missing: Story = { args: { calls: { postGet: 'is missing' } } }

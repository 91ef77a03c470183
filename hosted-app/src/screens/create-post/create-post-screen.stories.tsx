import { PostStatus } from '@stoa/contract'
import {
  content,
  EXAMPLE_NOW,
  exampleCommunity,
  exampleId,
  exampleMe,
  examplePost,
  exampleSummary,
  paragraph,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { CreatePostScreen } from './create-post-screen.tsx'

const draft = (number: number, title: string) =>
  exampleSummary({ id: exampleId(number, 'd'), title, status: PostStatus.draft })
const drafts = [
  draft(1, 'A ladder longer than five meters'),
  draft(2, `Another one with a title ${'that goes on and on '.repeat(6)}`),
  draft(3, 'سلم طويل'),
]
const ownPost = examplePost({ postContent: content(paragraph('The gutter over the bakery has come loose.')) })
const path = '/bbs/FORUM/posts/create'

const meta = {
  title: 'Forum/Screens/CreatePost',
  component: CreatePostScreen,
  args: { path },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A new post; unsaved text is kept on the device. */
export const Empty: Story = {}

/** Own drafts, to continue, in the menu. */
export const WithDrafts: Story = {
  args: { drafts },
}

/** With a poll. */
export const WithPoll: Story = {
  play: async ({ canvas, userEvent }) => {
    const settings = await canvas.findByRole('button', { name: 'Post settings' })
    if (settings.getAttribute('aria-expanded') === 'false') await userEvent.click(settings)
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a poll' }))
  },
}

/** Every field shows its problem, and the first one has focus. */
export const Refused: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Publish' }))
  },
}

/** In a time-out: why, until when, how to appeal, and what had been written before. */
export const TimedOut: Story = {
  args: {
    viewer: exampleMe({ bannedCommunities: { FORUM: Date.now() + 3.1 * 3_600_000 }, timeouts: ['FORUM'] }),
    decisions: [
      {
        activityId: exampleId(1, 't'),
        at: EXAMPLE_NOW,
        action: 'timedOut',
        by: 'community',
        reason: 'Argued with people instead of the plan',
        until: EXAMPLE_NOW + 3_600_000,
        excerpt: '',
        community: { tokenName: 'FORUM', title: 'Forum' },
        postId: null,
        commentId: null,
        undone: false,
        appeal: null,
        canAppeal: true,
      },
    ],
    drafts,
  },
}

/** Changing a post. */
export const Edit: Story = {
  args: { path: `${path}/${ownPost.id}`, post: ownPost, viewer: exampleMe({ id: ownPost.publisherId }) },
}

/** A post with other blocks, which stay unchanged. */
export const EditWithOtherParts: Story = {
  args: { path: `${path}/${ownPost.id}`, post: examplePost(), viewer: exampleMe({ id: ownPost.publisherId }) },
}

/** A community that accepts only partners' stories. */
export const Closed: Story = { args: { communities: [exampleCommunity({ postTypes: ['story'] })] } }

/** A community that accepts only polls: the post needs one. */
export const PollsOnly: Story = { args: { communities: [exampleCommunity({ postTypes: ['poll'] })] } }

/** The post to edit is loading. */
export const Loading: Story = { args: { path: `${path}/${ownPost.id}`, calls: { postGet: 'waits' } } }

/** Somebody else's post can't be edited. */
export const NotAllowed: Story = { args: { path: `${path}/${ownPost.id}`, post: ownPost } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' }, args: { drafts } }

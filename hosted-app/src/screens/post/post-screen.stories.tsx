import { CommentStatus, PostStatus } from '@stoa/contract'
import {
  content,
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleId,
  exampleMe,
  examplePost,
  exampleStory,
  exampleThread,
  paragraph,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { PostScreen } from './post-screen.tsx'

const post = examplePost({ numComments: 5 })
const path = `/bbs/FORUM/community/${post.slugUrl}`
const moderator = exampleMe({ moderator: ['FORUM'], tokenPermissions: { FORUM: ['hideContent', 'pinPost'] } })

const meta = {
  title: 'Forum/Screens/Post',
  component: PostScreen,
  args: { path, post },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A post with its comments. */
export const CommunityPost: Story = {}

/** A partner's story begins with its image. */
export const StoryPost: Story = {
  args: {
    path: `/bbs/FORUM/${exampleStory.slugUrl}`,
    post: examplePost({ ...exampleStory, numComments: 5 }),
  },
}

/** No comments yet. */
export const NoComments: Story = { args: { post: examplePost({ numComments: 0 }), comments: [] } }

/** A linked comment: it is marked and comes first. */
export const OneComment: Story = { args: { path: `${path}/comment/${exampleId(1, 't')}` } }

/** A linked comment that was deleted or isn't visible: its post with a notice. */
export const MissingComment: Story = {
  args: { path: `${path}/comment/${exampleId(99, 't')}`, calls: { commentGet: 'has no comment' } },
}

/** A visitor is asked to sign in by the first action, not before. */
export const Visitor: Story = { args: { viewer: null } }

/** A banned member can still read. */
export const Banned: Story = { args: { viewer: exampleMe({ bannedCommunities: { FORUM: 0 } }) } }

/** What moderators see: pending and hidden comments, who hid them, and moderation scores. */
export const Moderator: Story = {
  args: {
    viewer: moderator,
    comments: [
      exampleBranch(exampleComment('wren', { content: 'This one waits.', status: CommentStatus.pending })),
      exampleBranch(
        exampleComment('otter', {
          content: 'BEST ROOF TILES, call now',
          status: CommentStatus.hiddenByAdmin,
          hidden: { by: 'community', reason: 'spam' },
        }),
        [exampleComment('heron', { content: 'Not here, please.' })],
      ),
      exampleBranch(exampleComment('heron', { content: 'An angry word.', moderationScore: 90 })),
    ],
  },
}

/** Hidden comments with replies are shown as placeholders. */
export const HiddenComments: Story = {
  args: {
    comments: [CommentStatus.hiddenByAdmin, CommentStatus.hiddenByPublisher].map((status) =>
      exampleBranch(exampleComment('otter', { content: null, status }), [
        exampleComment('heron', { content: 'The answer stays readable.' }),
      ]),
    ),
  },
}

const waiting = (status: number, changes = {}) => ({ post: examplePost({ status, ...changes }), comments: [] })

/** Pending. */
export const Pending: Story = { args: { ...waiting(PostStatus.pending), viewer: moderator } }

/** Hidden by a moderator. */
export const Hidden: Story = { args: { ...waiting(PostStatus.hiddenByAdmin), viewer: moderator } }

/** Scheduled. */
export const Scheduled: Story = {
  args: { ...waiting(PostStatus.scheduled, { scheduledAt: EXAMPLE_NOW + 86_400_000 }), viewer: moderator },
}

/** Unlisted: found only with the link. */
export const Unlisted: Story = { args: waiting(PostStatus.unlisted) }

/** Long words and threads. */
export const LongText: Story = {
  args: {
    post: examplePost({
      title: `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)} and other words`,
      postContent: content(...Array.from({ length: 12 }, () => paragraph('The river rose in the night. '.repeat(20)))),
      publisherProfileName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill',
    }),
    comments: [exampleBranch(exampleComment('heron', { content: 'x'.repeat(400) })), ...exampleThread()],
  },
}

const decide: Story['play'] = async ({ canvas, userEvent }) => {
  const [menu] = await canvas.findAllByRole('button', { name: /^More actions for the comment by/ })
  if (menu) await userEvent.click(menu)
  await userEvent.click(await canvas.findByRole('menuitem', { name: /^Manage/ }))
  await canvas.findByRole('menuitem', { name: 'Ban…' })
}
const guard = exampleMe({ id: exampleId(9, 'v'), tokenOwner: ['FORUM'] })

/** Managers of the community act on a comment's author from its menu. */
export const DecidingAboutAnAuthor: Story = { args: { viewer: guard }, play: decide }

/** The same on a phone, in the dark, from right to left. */
export const DecidingAboutAnAuthorNarrow: Story = {
  args: { viewer: guard },
  globals: { locale: 'ar', theme: 'dark' },
  parameters: { width: '312px' },
  play: decide,
}

/** The viewer has hidden it for themselves. */
export const HiddenForMe: Story = {
  args: {
    callResponses: {
      viewerFacts: () => ({ reactions: {}, votes: {}, comments: [], hiddenForMe: [examplePost().id] }),
    },
  },
}

/** From right to left. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    post: examplePost({
      title: 'كيف نصلح المزراب فوق المخبز قبل موسم المطر؟',
      postContent: content(paragraph('المزراب فوق المخبز انفك من جهة واحدة ويطن في الريح.')),
    }),
    comments: [exampleBranch(exampleComment('wren', { content: 'عندي سلم طويل.' })), ...exampleThread()],
  },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The comments can't be loaded. */
export const Failed: Story = { args: { calls: { commentList: 'fails' } } }

/** Missing or invisible: the page doesn't say which. */
export const Missing: Story = { args: { calls: { postGet: 'is missing' } } }

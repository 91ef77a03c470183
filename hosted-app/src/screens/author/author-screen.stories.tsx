import { PostStatus } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleCommunity,
  exampleId,
  exampleMe,
  exampleSummary,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { AuthorScreen } from './author-screen.tsx'

const user = exampleMe({
  profileTitle: 'Keeper of the boat shed',
  profileAbout: 'Rows and repairs.\nAsk about ladders.',
})

const long = 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill'
const post = exampleSummary({
  title: 'The footbridge over the Lower Mill has reopened after two long years of repairs',
})
const saved = [
  exampleComment('wren', { content: 'The ladder is too short.\nBring the long one.' }),
  null,
  exampleComment('otto', { id: exampleId(3, 'c'), content: 'السلم قصير جدا', publisherProfileName: long }),
].map((comment) => ({
  id: comment?.id ?? post.id,
  savedAt: EXAMPLE_NOW,
  post,
  comment: comment && { ...comment, postId: post.id },
}))

const meta = {
  title: 'Forum/Screens/Author',
  component: AuthorScreen,
  args: { path: '/author/newt', user, viewer: null },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A member's latest posts and comments together. */
export const Activity: Story = {}

/** For managers of a community: a menu next to each post and comment. */
export const ToModerators: Story = {
  args: { viewer: exampleMe({ id: exampleId(9, 'v'), tokenPermissions: { FORUM: ['banUser'] } }) },
}

/** The menu for moderators: reporting, and managing the person where they moderate. */
export const MenuOfModerators: Story = {
  ...ToModerators,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^More about/ }))
    await canvas.findByRole('menuitem', { name: /^Moderate in/ })
  },
}

/** Reporting a person to the moderators of a community in which they are active. */
export const Reported: Story = {
  args: {
    viewer: exampleMe({ id: exampleId(9, 'v') }),
    comments: [exampleBranch(exampleComment('newt', { tokenName: 'RIVERS' }))],
    callResponses: {
      communityGet: ({ tokenName }) => ({
        community: exampleCommunity({
          tokenName,
          title: tokenName === 'RIVERS' ? 'Rivers and bridges' : 'The Forum',
          rules: [{ title: 'Be kind', text: 'Always.' }],
        }),
      }),
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^More about/ }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: /^Report/ }))
    await canvas.findByLabelText('Report to moderators in')
  },
}

/** Somebody with roles in several communities: badges beside the name, and in wide windows where they are from. */
export const WithRoles: Story = {
  args: {
    roles: [
      { id: exampleId(1, 'k'), tokenName: 'FORUM', title: 'The Forum', role: 'owner' },
      { id: exampleId(2, 'k'), tokenName: 'RIVERS', title: 'Rivers and bridges', role: 'moderator' },
      { id: exampleId(3, 'k'), tokenName: 'GARDEN', title: 'The Allotment Table', role: 'partner' },
    ],
  },
}

/** The same on a phone, from right to left, in the dark. */
export const WithRolesNarrow: Story = {
  ...WithRoles,
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** Reporting on a phone, from right to left, in the dark. */
export const ReportedNarrow: Story = {
  ...Reported,
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** For a visitor: following requires sign-in. */
export const ToFollow: Story = { args: { viewer: null, follow: { followers: 1, follows: false } } }

const followed = ['Wren Alder', long, 'سمندل'].map((displayName, index) => ({
  user: exampleMe({
    id: exampleId(20 + index, 'f'),
    displayName,
    username: `person_${index}`,
    profileTitle: index === 0 ? 'Bird counter' : '',
  }),
  followers: index * 40,
  follows: index === 1,
}))

/** Whoever follows a person, for a member. */
export const Followers: Story = {
  args: { path: '/author/newt/followers', viewer: exampleMe({ id: exampleId(9, 'v') }), followed },
}

/** On a phone. */
export const FollowersNarrow: Story = { ...Followers, parameters: { width: '312px' } }

/** Nobody follows them yet. */
export const NoFollowers: Story = { args: { path: '/author/newt/followers' } }

/** One's own page before following anybody. */
export const OwnFollowingNobody: Story = { args: { path: '/author/newt/following', viewer: user } }

/** The list couldn't be loaded. */
export const FollowersFailed: Story = { args: { path: '/author/newt/followers', calls: { followList: 'fails' } } }

/** Somebody the viewer follows. */
export const Following: Story = {
  args: { viewer: exampleMe({ id: exampleId(9, 'v') }), follow: { followers: 1284, follows: true } },
}

/** The same on a phone, from right to left, in the dark, with a long name. */
export const FollowingNarrow: Story = {
  args: {
    user: { ...user, displayName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill' },
    viewer: exampleMe({ id: exampleId(9, 'v') }),
    follow: { followers: 1284, follows: true },
  },
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** Following failed: nothing changes. */
export const NotFollowed: Story = {
  args: { viewer: exampleMe({ id: exampleId(9, 'v') }), calls: { userFollow: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Follow' }))
  },
}

/** All posts of a member. */
export const Published: Story = { args: { path: '/author/newt/published' } }

/** A member's comments, each with its context. */
export const Comments: Story = { args: { path: '/author/newt/comments' } }

/** Somebody's reputation, and the posts and comments it came from. */
export const Reputation: Story = {
  args: {
    path: '/author/newt/reputation',
    reputation: {
      communities: [
        { tokenName: 'FORUM', communityTitle: 'The Forum', points: 1284 },
        { tokenName: 'RIVERS', communityTitle: 'Rivers and bridges', points: -3 },
      ],
      items: [
        {
          entityType: 'Post',
          entityId: post.id,
          tokenName: 'FORUM',
          communityTitle: 'The Forum',
          title: post.title,
          path: '/bbs/FORUM/community/bridge',
          excerpt: '',
          points: 48,
          createdAt: EXAMPLE_NOW - 3_600_000,
        },
        {
          entityType: 'Comment',
          entityId: exampleId(4, 'c'),
          tokenName: 'RIVERS',
          communityTitle: 'Rivers and bridges',
          title: 'Whose boat?',
          path: '/bbs/RIVERS/community/boat',
          excerpt: 'Not mine.',
          points: -1,
          createdAt: EXAMPLE_NOW - 90_000_000,
        },
      ],
      cursor: 'more',
      hasMore: true,
    },
  },
}

/** The same on a phone, from right to left, in the dark. */
export const ReputationNarrow: Story = {
  ...Reputation,
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** Without reputation. */
export const NoReputation: Story = { args: { path: '/author/newt/reputation' } }

/** Somebody who has written nothing. */
export const Nothing: Story = { args: { posts: [], comments: [] } }

/** Somebody who has only commented so far. */
export const NoPosts: Story = { args: { path: '/author/newt/published', posts: [] } }

/** Saved items, visible to their owner only: posts, and comments with their post. */
export const OwnSaved: Story = { args: { path: '/author/newt/saved', viewer: user, saved } }

/** The same on a phone, from right to left, in the dark. */
export const OwnSavedNarrow: Story = {
  ...OwnSaved,
  globals: { theme: 'dark', locale: 'ar' },
  parameters: { width: '312px' },
}

/** Before anything was saved. */
export const OwnWithoutSaved: Story = { args: { path: '/author/newt/saved', viewer: user } }

/** Saved items, loading. */
export const OwnSavedLoading: Story = {
  args: { path: '/author/newt/saved', viewer: user, calls: { savedList: 'waits' } },
}

/** Saved items can't be loaded. */
export const OwnSavedFailed: Story = {
  args: { path: '/author/newt/saved', viewer: user, calls: { savedList: 'fails' } },
}

/** One's own drafts: only their author has this tab. */
export const OwnDrafts: Story = {
  args: {
    path: '/author/newt/draft',
    viewer: user,
    drafts: [
      exampleSummary({ title: 'A ladder longer than five meters', status: PostStatus.draft }),
      exampleSummary({ id: exampleId(2, 'd'), title: 'سلم طويل', status: PostStatus.draft, excerpt: '' }),
    ],
  },
}

/** Posts that wait for a moderator or for captions. */
export const OwnPending: Story = {
  args: {
    path: '/author/newt/pending',
    viewer: user,
    waiting: [
      exampleSummary({ title: 'A ladder longer than five meters', status: PostStatus.pending }),
      exampleSummary({ id: exampleId(2, 'w'), title: 'The weir on film', status: PostStatus.waitingForTranscript }),
    ],
  },
}

/** On a phone, where the tabs scroll: nothing is waiting. */
export const OwnWithoutPending: Story = {
  args: { path: '/author/newt/pending', viewer: user },
  globals: { theme: 'dark' },
  parameters: { width: '312px' },
}

/** Scheduled posts, next one first. */
export const OwnScheduled: Story = {
  args: {
    path: '/author/newt/scheduled',
    viewer: user,
    scheduled: [exampleSummary({ status: PostStatus.scheduled, scheduledAt: EXAMPLE_NOW + 3 * 24 * 60 * 60 * 1000 })],
  },
}

/** Hidden posts, and who hid them. */
export const OwnHidden: Story = {
  args: {
    path: '/author/newt/hidden',
    viewer: user,
    hidden: [
      exampleSummary({ status: PostStatus.hiddenByPublisher }),
      exampleSummary({ id: exampleId(2, 'h'), title: 'Whose boat?', status: PostStatus.hiddenByAdmin }),
    ],
  },
}

/** Before the first draft. */
export const OwnWithoutDrafts: Story = { args: { path: '/author/newt/draft', viewer: user } }

/** Own drafts, loading. */
export const OwnLoading: Story = {
  args: { path: '/author/newt/draft', viewer: user, calls: { postList: 'waits' } },
}

/** Own drafts can't be loaded. */
export const OwnFailed: Story = {
  args: { path: '/author/newt/draft', viewer: user, calls: { postList: 'fails' } },
}

/** Others don't see these tabs. */
export const NotTheirs: Story = { args: { path: '/author/newt/draft' } }

/** One's own page before the first comment. */
export const OwnWithoutComments: Story = { args: { path: '/author/newt/comments', comments: [], viewer: user } }

/** A long name and biography. */
export const LongText: Story = {
  args: {
    user: {
      ...user,
      displayName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill',
      profileAbout: 'Rows, repairs, and writes down what the weather did. '.repeat(12),
      profileImageUrl: '/nowhere.png',
    },
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { user: { ...user, displayName: 'سمندل' } } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The posts can't be loaded. */
export const Failed: Story = { args: { calls: { postList: 'fails' } } }

/** Nobody has this name. */
export const Missing: Story = { args: { calls: { userGet: 'is missing' } } }

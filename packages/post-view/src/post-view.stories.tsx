import {
  content,
  exampleId,
  exampleImage,
  exampleMe,
  examplePost,
  paragraph,
  publisherOf,
} from '@stoa/contract/fixtures'
import { Poll } from '@stoa/poll'
import { ReactionBar } from '@stoa/reactions'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { PostDecision } from './menu/post-decision.tsx'
import { ScheduledActions } from './menu/scheduled-actions.tsx'
import { PostView } from './post-view.tsx'

const slot = (text: string) => (
  <p style={{ padding: 16, border: '1px dashed currentColor', borderRadius: 8, opacity: 0.7 }}>{text}</p>
)

const author = exampleMe({ id: examplePost().publisherId })

const hero = exampleImage('workshop', { alt: 'A bicycle on a repair stand', credit: 'Mira Demo' })

const meta = {
  title: 'Post view/PostView',
  component: PostView,
  args: {
    post: examplePost({ heroImage: hero }),
    reactions: <ReactionBar counts={{ 'thumb-up': 214, 'thumb-down': 3 }} mine="thumb-up" onReact={fn()} />,
    comments: slot('The comments stand here.'),
  },
} satisfies Meta<typeof PostView>
export default meta
type Story = StoryObj<typeof meta>

/** A partner's story: hero image, title, publisher, the text cut at 500 pixels. */
export const StoryPost: Story = {}

const question = examplePost({
  kind: 'community',
  slugUrl: 'what-did-you-fix',
  title: 'What did you fix this week instead of buying it new?',
  ...publisherOf('otto'),
  createdByWhitelistedUser: false,
  flairs: [{ id: exampleId(1, 'f'), name: 'Repairs', color: 'orange' }],
  postContent: content(
    paragraph(
      'Mine is a kettle. The switch had come loose from its little brass tongue, and for two years everybody in the house had been holding it down with a spoon.',
    ),
    paragraph('Yours?'),
  ),
})

/** Its place under *Recently promoted* is paid. */
export const Promoted: Story = { args: { post: { ...question, promotedUntil: Number.MAX_SAFE_INTEGER } } }

/** A member's post, short enough to be shown in full. */
export const CommunityPost: Story = { args: { post: question } }

/** Its author and moderators may edit it. */
export const ForItsAuthor: Story = { args: { viewer: author } }

/** A post with a poll, and with posts to read next. */
export const WithPoll: Story = {
  args: {
    post: examplePost({ ...question, pollOptions: ['Saturday', 'Sunday'] }),
    poll: (
      <Poll
        options={['Saturday', 'Sunday']}
        settings={{ closesAt: null, results: 'always', voters: 'public' }}
        values={[62, 38].map((count) => ({ count, lastVoters: [] }))}
        totalVoters={100}
        selected={0}
        onVote={fn()}
        authorHref={(slug) => `/author/${slug}`}
      />
    ),
    recommended: slot('What to read next stands here.'),
  },
}

/** Written anonymously. */
export const Anonymous: Story = {
  args: { post: examplePost({ ...question, ...publisherOf('') }) },
}

/** A moderator made the last edit. */
export const EditedByModerator: Story = {
  args: { post: examplePost({ editedAt: Date.UTC(2026, 9, 4, 11, 20), editedByModerator: true }) },
}

/** Edited after it was published. */
export const Edited: Story = { args: { post: examplePost({ editedAt: Date.UTC(2026, 9, 4, 11, 20) }) } }

/** Only a poll, without text. */
export const WithoutText: Story = { args: { post: examplePost({ postContent: content() }) } }

/** A pending post with both decisions, as moderators see it. */
export const PendingToModerator: Story = {
  args: {
    post: examplePost({ ...question, status: 5 }),
    viewer: exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } }),
    decision: (
      <StoaProvider stoa={createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })}>
        <PostDecision postId={question.id} />
      </StoaProvider>
    ),
  },
}

/** Pending, as its author sees it. */
export const Pending: Story = { args: { post: examplePost({ ...question, status: 5 }), viewer: author } }

/** Hidden by a moderator. */
export const Hidden: Story = { args: { post: examplePost({ ...question, status: 1 }), comments: undefined } }

/** Rated by the moderation service. Only moderators receive the score. */
export const Rated: Story = { args: { post: examplePost({ ...question, moderationScore: 82 }) } }

/** Scheduled. */
export const Scheduled: Story = {
  args: {
    post: examplePost({ status: 8, scheduledAt: Date.UTC(2026, 9, 9, 6, 30) }),
    viewer: author,
    comments: undefined,
  },
}

/** The author can publish a scheduled post now, change its time, or turn it back into a draft. */
export const ScheduledWithActions: Story = {
  args: {
    ...Scheduled.args,
    decision: (
      <StoaProvider stoa={storeOfScheduled()}>
        <ScheduledActions postId={question.id} />
      </StoaProvider>
    ),
  },
}

/** The same on a phone, in the dark. */
export const ScheduledWithActionsNarrow: Story = {
  ...ScheduledWithActions,
  globals: { theme: 'dark' },
  parameters: { width: '312px' },
}

/** A draft. */
export const Draft: Story = { args: { post: examplePost({ status: 9 }), viewer: author, comments: undefined } }

/** The thread of an article on a partner's site. */
export const ArticleThread: Story = {
  args: {
    post: examplePost({
      status: 7,
      externalArticleId: exampleId(1, 'x'),
      ...publisherOf(''),
      publisherName: 'The Moss Paper',
      articleUrl: 'https://paper.example/2026/moss',
      articleSite: { name: 'The Moss Paper', iconUrl: '' },
      postContent: content(),
      heroImage: hero,
    }),
  },
}

/** Starts with a video, which is never cut. The community allows responses. */
export const FilmFirst: Story = {
  args: {
    post: examplePost({
      postContent: content(
        { type: 'video', data: { url: '/missing.mp4', caption: 'The shutters, opening' } },
        paragraph('A minute and a half.'),
      ),
    }),
    onOpenResponse: fn(),
  },
}

/** A title and a name of maximum length. */
export const LongText: Story = {
  args: {
    post: examplePost({
      title: `${'A title that does not know where to end '.repeat(4)}Donaudampfschifffahrtsgesellschaftskapitän`,
      publisherProfileName: 'A member whose name is as long as the product allows a name to be',
      flairs: ['Libraries', 'Habits', 'Ropes', 'Shutters', 'Mosses', 'Guestbooks'].map((name, index) => ({
        id: exampleId(index, 'g'),
        name,
        color: 'gray' as const,
      })),
    }),
  },
}

const arabic = examplePost({
  title: 'أول كتاب في اليوم',
  publisherProfileName: 'ميرا',
  communityTitle: 'المنتدى',
  flairs: [{ id: exampleId(2, 'f'), name: 'مكتبات', color: 'blue' }],
  heroImage: { ...hero, credit: 'ميرا' },
  postContent: content(
    paragraph(
      'لم تكن القاعدة مكتوبة قط. كانت عادة، والعادات لا تنجو من الانتقال إلى مبنى جديد. من يفتح المصاريع في الصباح يختار الكتاب الأول.',
    ),
    { type: 'quote', data: { text: 'لم نفقد الكتاب، بل فقدنا سبب الحضور في الثامنة.', caption: 'قارئ' } },
  ),
})

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { post: arabic } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = {
  parameters: { width: '312px' },
}

function storeOfScheduled() {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  const post = examplePost({ ...question, status: 8, scheduledAt: Date.UTC(2026, 9, 9, 6, 30) })
  stoa.state.setState({ posts: { [post.id]: post } })
  return stoa
}

import { exampleFeed, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import { Poll } from '@stoa/poll'
import { ReactionBar } from '@stoa/reactions'
import { Button } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { PostFeed, type PostFeedProps } from './post-feed.tsx'

const queryHref: PostFeedProps['queryHref'] = ({ sort, since, flairId }) =>
  `?sort=${sort}&since=${since}&flair=${flairId ?? ''}`

const meta = {
  title: 'Post feed/PostFeed',
  component: PostFeed,
  args: {
    posts: exampleFeed,
    renderReactions: (post) => <ReactionBar counts={post.reactionsCount} onReact={fn()} />,
    renderPoll: ({ pollOptions, pollSettings, pollValues, pollTotalVoters }) =>
      pollSettings && (
        <Poll
          options={pollOptions ?? []}
          settings={pollSettings}
          values={pollValues}
          totalVoters={pollTotalVoters}
          selected={2}
          onVote={fn()}
          authorHref={(slug) => `/author/${slug}`}
        />
      ),
    hasMore: true,
    nextHref: '?pages=2',
    onLoadMore: fn(),
    query: { sort: 'hot', since: 'all', flairId: null } as PostFeedProps['query'],
    queryHref,
    onQueryChange: fn(),
    flairs: ['Repairs', 'Libraries', 'Gardens', 'Workshops'].map((name, index) => ({
      id: exampleId(index, 'f'),
      name,
      color: 'gray' as const,
    })),
  },
} satisfies Meta<typeof PostFeed>
export default meta
type Story = StoryObj<typeof meta>

/** A community's home. */
export const Filled: Story = {}

/** The first page is loading, with placeholders. */
export const Loading: Story = { args: { posts: [], status: 'loading' } }

/** Nobody has posted yet. */
export const Empty: Story = {
  args: { posts: [], hasMore: false, emptyAction: <Button variant="primary">Write the first post</Button> },
}

/** Nothing matches the topic or the time. */
export const EmptyFiltered: Story = {
  args: { posts: [], hasMore: false, query: { sort: 'top', since: 'today', flairId: exampleId(1, 'f') } },
}

/** Nothing is promoted now. */
export const EmptyPromoted: Story = {
  args: { posts: [], hasMore: false, query: { sort: 'promoted', since: 'all', flairId: null } },
}

/** The first page failed. */
export const Failed: Story = {
  args: { posts: [], status: 'error', error: 'The server did not answer.', onRetry: fn() },
}

/** Older posts are loading. */
export const LoadingMore: Story = { args: { moreStatus: 'loading' } }

/** Older posts failed to load. Loaded ones stay. */
export const MoreFailed: Story = { args: { moreStatus: 'error' } }

/** All posts are shown. */
export const End: Story = { args: { hasMore: false } }

/** New posts have arrived. Nothing moves before the press. */
export const NewPosts: Story = { args: { newCount: 3, onShowNew: fn() } }

/** Pinned posts. */
export const WithPinned: Story = {
  args: {
    pinned: [
      exampleSummary({ id: exampleId(9, 'p'), title: 'House rules, in four lines', excerpt: '', isPinned: true }),
    ],
  },
}

/** A list of one member's posts in several communities, without choices. */
export const OfOneMember: Story = { args: { query: undefined, showCommunity: true } }

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { newCount: 3, onShowNew: fn() } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = {
  parameters: { width: '312px' },
}

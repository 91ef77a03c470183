import {
  exampleId,
  examplePicturePost,
  examplePollPost,
  examplePreviews,
  exampleStory,
  exampleSummary,
  publisherOf,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { PostCard } from './post-card.tsx'

const meta = {
  title: 'Post feed/PostCard',
  component: PostCard,
  args: { post: exampleSummary() },
  parameters: { width: '44rem' },
} satisfies Meta<typeof PostCard>
export default meta
type Story = StoryObj<typeof meta>

/** A post of a member. */
export const CommunityPost: Story = {}

/** A story of a partner with its picture. */
export const StoryPost: Story = { args: { post: exampleStory } }

/** A post of a member with a picture. */
export const WithPicture: Story = { args: { post: examplePicturePost } }

/** The viewer has opened it before: the number of new comments leads to them. */
export const WithNewComments: Story = { args: { read: { until: 0, newComments: 5 } } }

/** New comments are counted up to 99. */
export const WithManyNewComments: Story = { args: { read: { until: 0, newComments: 99 } } }

/** A video: its still with a play mark and its length. */
export const WithVideo: Story = {
  args: { post: { ...examplePicturePost, video: { durationMs: 42_000 } } },
}

/** A story that begins with a video. */
export const StoryWithVideo: Story = { args: { post: { ...exampleStory, video: { durationMs: 754_000 } } } }

/** A poll summary, if the application renders no poll to vote in. */
export const WithPoll: Story = { args: { post: examplePollPost } }

/** A story that is offered to other sites. */
export const Syndicated: Story = { args: { post: { ...exampleStory, isSyndicated: true } } }

/** Its place under *Recently promoted* is paid. */
export const Promoted: Story = { args: { post: exampleSummary({ promotedUntil: Number.MAX_SAFE_INTEGER }) } }

/** Pinned. Its poll is a summary, and a click opens the post. */
export const Pinned: Story = { args: { post: { ...examplePollPost, isPinned: true } } }

/** In a feed of several communities. */
export const NamingItsCommunity: Story = { args: { showCommunity: true } }

/** Written anonymously. */
export const Anonymous: Story = { args: { post: exampleSummary(publisherOf('')) } }

/** In its author's list of drafts. */
export const Draft: Story = { args: { post: exampleSummary({ status: 9 }) } }

/** Rated by the moderation service. Only moderators receive the score. */
export const Rated: Story = { args: { post: exampleSummary({ moderationScore: 82 }) } }

/** A title without a text. */
export const WithoutText: Story = { args: { post: exampleSummary({ excerpt: '', flairs: [] }) } }

/** With comments: two, and the others on demand. */
export const WithComments: Story = { args: { post: exampleSummary({ previewComments: examplePreviews }) } }

/** Maximum lengths. */
export const LongText: Story = {
  args: {
    post: exampleSummary({
      title: `${'A title that does not know where to end '.repeat(4)}Donaudampfschifffahrtsgesellschaftskapitän`,
      publisherProfileName: 'A member whose name is as long as the product allows a name to be',
      excerpt: 'x'.repeat(400),
      isPinned: true,
      previewComments: examplePreviews.map((one) => ({
        ...one,
        publisherName: 'A long name '.repeat(5),
        excerpt: 'x'.repeat(160),
      })),
      flairs: ['Libraries', 'Habits', 'Ropes', 'Shutters', 'Mosses', 'Guestbooks'].map((name, index) => ({
        id: exampleId(index, 'g'),
        name,
        color: 'gray' as const,
      })),
    }),
    showCommunity: true,
  },
}

/** Right to left. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    post: {
      ...exampleStory,
      title: 'أول كتاب في اليوم',
      publisherProfileName: 'ميرا',
      excerpt: 'لم تكن القاعدة مكتوبة قط. كانت عادة، والعادات لا تنجو من الانتقال إلى مبنى جديد.',
      flairs: [{ id: exampleId(1, 'f'), name: 'مكتبات', color: 'blue' }],
      previewComments: examplePreviews.map((one, index) =>
        index === 0 ? { ...one, publisherName: 'ميرا', excerpt: 'درج كان عالقاً منذ انتقلنا إلى هنا.' } : one,
      ),
    },
  },
}

/** In the dark. */
export const Dark: Story = {
  globals: { theme: 'dark' },
  args: { post: { ...exampleStory, previewComments: examplePreviews } },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = {
  args: { post: { ...exampleStory, previewComments: examplePreviews } },
  parameters: { width: '312px' },
}

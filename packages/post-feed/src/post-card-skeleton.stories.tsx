import type { Meta, StoryObj } from '@storybook/react-vite'
import { PostCardSkeleton } from './post-card-skeleton.tsx'

const meta = {
  title: 'Post feed/PostCardSkeleton',
  component: PostCardSkeleton,
  parameters: { width: '44rem' },
} satisfies Meta<typeof PostCardSkeleton>
export default meta

/** Keeps the place of a card on its way, so that nothing moves when it comes. `PostFeed` shows some while it loads. */
export const Loading: StoryObj<typeof meta> = {}

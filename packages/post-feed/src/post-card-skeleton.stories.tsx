import type { Meta, StoryObj } from '@storybook/react-vite'
import { PostCardSkeleton } from './post-card-skeleton.tsx'

const meta = {
  title: 'Post feed/PostCardSkeleton',
  component: PostCardSkeleton,
  parameters: { width: '44rem' },
} satisfies Meta<typeof PostCardSkeleton>
export default meta

/** Reserves the space of a loading card. `PostFeed` shows some while loading. */
export const Loading: StoryObj<typeof meta> = {}

import { exampleFeed } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { RecommendedPosts } from './recommended-posts.tsx'

const meta = {
  title: 'Post feed/RecommendedPosts',
  component: RecommendedPosts,
  args: { posts: exampleFeed },
} satisfies Meta<typeof RecommendedPosts>
export default meta
type Story = StoryObj<typeof meta>

/** Below a post, over its whole width. */
export const Wide: Story = {}

/** Beside a post, or on a phone. */
export const Narrow: Story = {
  parameters: { width: '300px' },
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

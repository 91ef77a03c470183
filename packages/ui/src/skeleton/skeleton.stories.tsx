import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton } from './skeleton.tsx'

const meta = { title: 'UI/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

/** A text on its way. */
export const Text: Story = {}

/** A comment or a post on its way. */
export const WithAvatar: Story = { args: { withAvatar: true } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../button/button.tsx'
import { CommentIcon } from '../icons/icons.tsx'
import { EmptyState } from './empty-state.tsx'

const meta = { title: 'UI/EmptyState', component: EmptyState, args: { title: 'No comments yet' } } satisfies Meta<
  typeof EmptyState
>
export default meta
type Story = StoryObj<typeof meta>

/** Nothing here, and nothing to do about it. */
export const TitleOnly: Story = {}

/** Replaces a whole page: its title is the page's heading. */
export const WholePage: Story = {
  args: {
    level: 1,
    title: 'Page not found',
    children: 'It may have been moved or removed, or the address is wrong.',
    action: <Button variant="primary">Go to the home page</Button>,
  },
  parameters: { a11y: { options: { rules: { 'page-has-heading-one': { enabled: true } } } } },
}

/** Nothing here yet, with a next step. */
export const WithAction: Story = {
  args: {
    icon: <CommentIcon size={32} />,
    children: 'Be the first to say what you think.',
    action: <Button variant="primary">Write a comment</Button>,
  },
}

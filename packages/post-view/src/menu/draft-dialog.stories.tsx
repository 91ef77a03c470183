import { PostStatus } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { DraftDialog } from './draft-dialog.tsx'

const draft = { id: exampleId(1, 'p'), status: PostStatus.draft, scheduledAt: null }

const meta = {
  title: 'Post view/DraftDialog',
  component: DraftDialog,
  args: {
    post: draft,
    own: true,
    now: EXAMPLE_NOW,
    onChange: fn(async () => ({ status: PostStatus.published })),
    onClose: fn(),
  },
} satisfies Meta<typeof DraftDialog>
export default meta
type Story = StoryObj<typeof meta>

/** For a draft: nothing is selected yet. */
export const Draft: Story = {}

/** Publishes a scheduled post now, changes its time, or turns it back into a draft. */
export const Scheduled: Story = {
  args: { post: { ...draft, status: PostStatus.scheduled, scheduledAt: EXAMPLE_NOW + 432_000_000 } },
  play: async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'Reschedule' }))
    await expect(screen.getByLabelText('Date and time')).toBeVisible()
  },
}

/** A past time can't be confirmed. */
export const Past: Story = {
  args: { post: { ...draft, status: PostStatus.scheduled, scheduledAt: EXAMPLE_NOW - 86_400_000 } },
  play: async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'Reschedule' }))
    await expect(screen.getByText(/must be in the future/)).toBeVisible()
  },
}

/** From the composer or the banner of a scheduled post. Asks only for the time. */
export const OnlySchedule: Story = { args: { onlySchedule: true } }

/** Right to left, on a phone. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, parameters: { width: '312px' } }

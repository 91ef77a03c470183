import type { Meta, StoryObj } from '@storybook/react-vite'
import { StatusBanner } from './status-banner.tsx'

const meta = { title: 'Post view/StatusBanner', component: StatusBanner } satisfies Meta<typeof StatusBanner>
export default meta
type Story = StoryObj<typeof meta>

const status = (code: number): Story => ({ args: { post: { status: code, scheduledAt: Date.UTC(2026, 9, 9, 6, 30) } } })

/** 1: for its author and moderators. */
export const HiddenByAdmin: Story = status(1)

/** 2: for moderators. */
export const HiddenByPublisher: Story = status(2)

/** 2: for its author. */
export const HiddenByYou: Story = { args: { post: { status: 2, scheduledAt: null }, own: true } }

/** 3 */
export const HiddenByDomainAdmin: Story = status(3)

/** 4 */
export const HiddenByCategoryAdmin: Story = status(4)

/** 5: pending. */
export const Pending: Story = status(5)

/** 6 */
export const WaitingForTranscript: Story = status(6)

/** 7: public, but in no list. */
export const Unlisted: Story = status(7)

/** 8: with its time in the reader's zone. */
export const Scheduled: Story = status(8)

/** 9: for moderators, who can read but not edit it. */
export const Draft: Story = status(9)

/** 9: for its author. */
export const YourDraft: Story = { args: { post: { status: 9, scheduledAt: null }, own: true } }

/** 0: no banner. */
export const Published: Story = status(0)

import type { Meta, StoryObj } from '@storybook/react-vite'
import { HeldReasons } from './held-reasons.tsx'

const meta = {
  title: 'Comments/Moderation/HeldReasons',
  component: HeldReasons,
  args: {
    findings: {
      score: 100,
      findings: [
        { check: 'newcomerLinks', held: true, points: 20, text: '4' },
        { check: 'word', held: true, points: 60, text: 'Casino' },
        { check: 'filter', held: false, points: 72, text: 'bonus, deposit, win' },
        { check: 'score', held: true, points: 0, text: '100' },
      ],
    },
  },
} satisfies Meta<typeof HeldReasons>
export default meta
type Story = StoryObj<typeof meta>

/** What moderators see next to a pending item. */
export const Held: Story = {}

/** Published but flagged. */
export const Flagged: Story = {
  args: {
    findings: {
      score: 40,
      findings: [{ check: 'word', held: false, points: 40, text: 'Cheap' }],
    },
  },
}

/** Held by storm mode only. */
export const Storm: Story = {
  args: {
    findings: { score: 0, findings: [{ check: 'storm', held: true, points: 0, text: '' }] },
  },
}

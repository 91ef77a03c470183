import type { Meta, StoryObj } from '@storybook/react-vite'
import { CompactNumber } from '../compact-number/compact-number.tsx'
import { formatRelative } from '../i18n/format-time.ts'
import { useI18n } from '../i18n/i18n-context.ts'
import { RelativeTime } from './relative-time.tsx'

const meta = {
  title: 'UI/Time and numbers',
  component: RelativeTime,
  args: { value: Date.UTC(2024, 1, 29) },
} satisfies Meta<typeof RelativeTime>
export default meta
type Story = StoryObj<typeof meta>

/** A date from a week on. */
export const LongAgo: Story = {}

/** Times and counts in the toolbar's language. */
export const Languages: Story = {
  render: function Languages() {
    const { locale, now = 0 } = useI18n()
    return (
      <ul>
        {[0, 5, 60, 1440, 5000].map((minutes) => (
          <li key={minutes}>{formatRelative(now - minutes * 60_000, now, locale)}</li>
        ))}
        {[7, 1234, 56_789, 1_234_567].map((value) => (
          <li key={value}>
            <CompactNumber value={value} />
          </li>
        ))}
      </ul>
    )
  },
}

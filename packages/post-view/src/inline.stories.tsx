import type { Meta, StoryObj } from '@storybook/react-vite'
import { Inline } from './inline.tsx'

const meta = {
  title: 'Post view/Inline',
  component: Inline,
  args: {
    text: 'Words can be <b>bold</b>, <i>slanted</i>, <mark>marked</mark>, <code>code</code>, and <a href="https://example.org/">lead somewhere</a>.',
  },
} satisfies Meta<typeof Inline>
export default meta
type Story = StoryObj<typeof meta>

/** A block's text with inline marks. */
export const Marked: Story = {}

/** Anything else is shown as typed. */
export const NotMarkup: Story = {
  args: { text: '1 &lt; 2, <script>alert(1)</script> and <a href="javascript:alert(1)">a trap</a>' },
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { text: 'كلمات <b>مهمة</b> و<mark>مميزة</mark>' } }

/** Long words break. */
export const LongText: Story = { parameters: { width: '312px' }, args: { text: `<b>${'word'.repeat(80)}</b>` } }

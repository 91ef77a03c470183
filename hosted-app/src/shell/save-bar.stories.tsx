import type { Meta, StoryObj } from '@storybook/react-vite'
import { SaveBar } from './save-bar.tsx'

const meta = {
  title: 'Forum/SaveBar',
  component: SaveBar,
  args: { changes: ['Name', 'Rules'], busy: false, onSave: () => {}, onDiscard: () => {} },
  parameters: { width: '42rem' },
} satisfies Meta<typeof SaveBar>
export default meta
type Story = StoryObj<typeof meta>

/** At the lower edge of a page of settings, while something is unsaved. */
export const Changed: Story = {}

/** While the changes are saved. */
export const Busy: Story = { args: { busy: true } }

/** With more names than fit. */
export const LongText: Story = {
  args: {
    changes: ['Name', 'Description', 'Address', 'Words and addresses in all communities', 'New members and scores'],
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { args: { changes: ['Name'] }, parameters: { width: '312px' } }

import { TextField } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { DraftForm, SaveBar, SaveForms } from './save-bar.tsx'

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

/** The focused field's error stays above the bar. */
export const InvalidField: Story = {
  parameters: { width: '312px' },
  render: () => (
    <SaveForms>
      <div style={{ blockSize: '100rem' }} />
      <DraftForm
        label="Limits"
        changes={['New account limit']}
        attempt={{ busy: false, problem: '' }}
        onSave={async () => false}
        onDiscard={() => {}}
      >
        <TextField
          label="New account limit"
          defaultValue="x"
          hint="In whole tokens, for what members of new accounts may tip, send and cash out within 24 hours."
          error="Write a whole number from 0 to 1,000,000,000, or leave it empty for no limit."
        />
      </DraftForm>
      <div style={{ blockSize: '100rem' }} />
    </SaveForms>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const field = canvas.getByLabelText('New account limit')
    // The field itself is just above the bar already.
    window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 160)
    field.focus()
    const bar = canvas.getByRole('group', { name: 'Unsaved changes' }).getBoundingClientRect()
    const error = canvas.getByRole('alert').getBoundingClientRect()
    await expect(error.bottom).toBeLessThanOrEqual(bar.top)
    await expect(error.top).toBeGreaterThan(0)
  },
}

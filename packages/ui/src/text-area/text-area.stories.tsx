import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { TextArea } from './text-area.tsx'

const meta = { title: 'UI/TextArea', component: TextArea, args: { label: 'Comment' } } satisfies Meta<typeof TextArea>
export default meta
type Story = StoryObj<typeof meta>

/** Several lines of text. */
export const Empty: Story = { args: { placeholder: 'What do you think?' } }

/** It grows with its text. */
export const Grows: Story = {
  play: async ({ canvasElement }) => {
    const area = within(canvasElement).getByRole('textbox')
    const before = area.getBoundingClientRect().height
    await userEvent.type(area, 'one{Enter}two{Enter}three{Enter}four{Enter}five{Enter}')
    await expect(area.getBoundingClientRect().height).toBeGreaterThan(before + 40)
    await expect(area.scrollHeight).toBeLessThanOrEqual(area.clientHeight + 1)
  },
}

/** Too long. The text stays, with the number of excess characters. */
export const OverLimit: Story = {
  args: {
    defaultValue: 'A text that is longer than it may be.',
    length: 2012,
    limit: 2000,
    error: 'At most 2,000 characters.',
  },
}

/** Right-to-left text in a left-to-right page has its own direction. */
export const OwnDirection: Story = { args: { defaultValue: 'این یک نظر است.' } }

import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Written, WrittenIn } from './written.tsx'

const meta = { title: 'UI/Written', component: Written, args: { children: 'שלום לכולם' } } satisfies Meta<
  typeof Written
>
export default meta
type Story = StoryObj<typeof meta>

/** What a person wrote in another language than the page's, in a sentence. */
export const OtherLanguage: Story = {
  render: (args) => (
    <p>
      Rejected: <Written {...args} /> (yesterday)
    </p>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('שלום לכולם')).toHaveAttribute('lang')
  },
}

/** Within an element that is in that language already, it needs no language of its own. */
export const AroundInThatLanguage: Story = {
  render: (args) => (
    <div lang="he" dir="rtl">
      <WrittenIn value="he">
        <Written {...args} />
      </WrittenIn>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText('שלום לכולם')).not.toHaveAttribute('lang')
  },
}

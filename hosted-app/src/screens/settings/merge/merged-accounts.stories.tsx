import { EXAMPLE_NOW } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { MergedAccounts } from './merged-accounts.tsx'
import '../settings.css'

const meta: Meta<typeof MergedAccounts> = {
  title: 'Forum/Settings/Merged accounts',
  component: MergedAccounts,
  args: {
    accounts: [{ userId: 'a', username: 'old_newt', mergedAt: EXAMPLE_NOW }],
    failed: false,
    onRetry: () => {},
    onUndo: async () => {},
  },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** One merged account. */
export const One: Story = {}

/** None yet. */
export const None: Story = { args: { accounts: [] } }

/** Not loaded yet. */
export const Loading: Story = { args: { accounts: null } }

/** They can't be loaded: this is shown, and merging is still offered. */
export const Failed: Story = { args: { accounts: null, failed: true } }

/** Several with long names: only the latest merge can be undone. */
export const LongText: Story = {
  args: {
    accounts: [1, 2, 3].map((number) => ({
      userId: `${number}`,
      username: `alexandrina_konstantinopolskaya_${number}`,
      mergedAt: EXAMPLE_NOW,
    })),
  },
}

/** Undoing failed. */
export const NotUndone: Story = {
  args: { onUndo: () => Promise.reject(Object.assign(new Error(), { code: 'NETWORK' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo the merge with @old_newt' }))
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

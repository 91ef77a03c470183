import { EXAMPLE_NOW } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { PasskeyList } from './passkey-list.tsx'
import '../settings.css'

const meta: Meta<typeof PasskeyList> = {
  title: 'Forum/Settings/Passkeys',
  component: PasskeyList,
  args: {
    passkeys: [
      { id: 'a', name: 'Laptop', createdAt: EXAMPLE_NOW, usedAt: EXAMPLE_NOW },
      { id: 'b', name: 'مفتاح', createdAt: EXAMPLE_NOW, usedAt: null },
    ],
    isSupported: true,
    onAdd: async () => {},
    onRename: async () => {},
    onRemove: async () => {},
  },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Two passkeys. */
export const Some: Story = {}

/** None yet. */
export const None: Story = { args: { passkeys: [] } }

/** A browser without passkeys. */
export const Unsupported: Story = { args: { passkeys: [], isSupported: false } }

/** The device's prompt was canceled. */
export const GivenUp: Story = {
  args: { onAdd: () => Promise.reject(Object.assign(new Error(), { code: 'PASSKEY_CANCELLED' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a passkey' }))
    await canvas.findByText(/No passkey was created/)
  },
}

/** Renaming. */
export const Rename: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Rename Laptop' }))
  },
}

/** Confirmation before removing. */
export const Remove: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Remove Laptop' }))
  },
}

/** A long name. */
export const LongText: Story = {
  args: { passkeys: [{ id: 'a', name: 'The old laptop in the boat shed '.repeat(4), createdAt: 0, usedAt: null }] },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

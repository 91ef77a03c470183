import { StoaError } from '@stoa/client'
import type { ApiKey } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ApiKeys } from './api-keys.tsx'
import '../settings.css'

const DAY = 24 * 60 * 60 * 1000
const example = (number: number, change: Partial<ApiKey> = {}): ApiKey => ({
  id: exampleId(number, 'k'),
  name: 'Newsletter script',
  prefix: 'stoa_4f1c09ab',
  scopes: ['read'],
  createdAt: EXAMPLE_NOW - 20 * DAY,
  expiresAt: EXAMPLE_NOW + 70 * DAY,
  usedAt: EXAMPLE_NOW - 600_000,
  ...change,
})

const meta: Meta<typeof ApiKeys> = {
  title: 'Forum/Settings/ApiKeys',
  component: ApiKeys,
  args: {
    keys: [
      example(1),
      example(2, { name: 'Spam filter', scopes: ['read', 'moderate'], expiresAt: null, usedAt: null }),
      example(3, { name: 'Old import', scopes: ['write'], expiresAt: EXAMPLE_NOW - DAY }),
    ],
    failed: false,
    now: EXAMPLE_NOW,
    onRetry: () => {},
    onCreate: async () => `stoa_${'4f1c09ab'.repeat(12)}`,
    onRevoke: async () => {},
  },
  parameters: { width: '36rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Keys in use, unused and expired. */
export const Several: Story = {}

/** There are none. */
export const None: Story = { args: { keys: [] } }

/** Loading. */
export const Loading: Story = { args: { keys: null } }

/** They can't be loaded. */
export const Failed: Story = { args: { keys: null, failed: true } }

/** A new key is shown once. */
export const Created: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Name'), 'Bot')
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Write' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Create key' }))
    await expect(await canvas.findByText(/^stoa_4f1c09ab4f/)).toBeVisible()
    await expect(canvas.getByRole('heading', { name: 'Copy your new key now' })).toHaveFocus()
  },
}

/** What is missing is named. */
export const Incomplete: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Read' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Create key' }))
    await expect(await canvas.findByText('Enter a name.')).toBeVisible()
    await expect(canvas.getByText('Choose at least one.')).toBeVisible()
  },
}

/** The server refuses another key; what was typed stays. */
export const Refused: Story = {
  args: {
    onCreate: () =>
      Promise.reject(
        new StoaError('API_KEY_LIMIT', { message: 'You have reached the limit of 20 keys. Revoke one first.' }),
      ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Name'), 'Bot')
    await userEvent.click(canvas.getByRole('button', { name: 'Create key' }))
    await canvas.findByText(/limit of 20 keys/)
    await expect(canvas.getByLabelText('Name')).toHaveValue('Bot')
  },
}

/** Long names. */
export const LongText: Story = { args: { keys: [example(1, { name: 'Synchronizationservice'.repeat(3) })] } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

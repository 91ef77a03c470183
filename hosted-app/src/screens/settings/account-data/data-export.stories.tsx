import { StoaError } from '@stoa/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { DataExport } from './data-export.tsx'
import '../settings.css'

const meta: Meta<typeof DataExport> = {
  title: 'Forum/Settings/Export',
  component: DataExport,
  args: { onMake: async () => ({ url: 'data:application/zip,' }) },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Exporting one's data. */
export const Offered: Story = {}

/** The archive is being created. */
export const Making: Story = {
  args: { onMake: () => new Promise(() => {}) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Download your data' }))
  },
}

/** Creating it failed. */
export const Failed: Story = {
  args: { onMake: () => Promise.reject(new StoaError('NETWORK', { message: '' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Download your data' }))
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

import { StoaError } from '@stoa/client'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { SessionList } from './session-list.tsx'
import '../settings.css'

const HOUR = 60 * 60 * 1000
const here = {
  id: exampleId(1, 's'),
  device: 'Firefox on Linux',
  address: '192.0.2.0/24',
  site: null,
  method: 'password',
  createdAt: EXAMPLE_NOW - 30 * HOUR,
  seenAt: EXAMPLE_NOW,
  current: true,
}
const phone = { ...here, id: exampleId(2, 's'), device: 'Safari on iPhone', seenAt: EXAMPLE_NOW - HOUR, current: false }
const atSite = { ...phone, id: exampleId(3, 's'), device: 'Chrome on Windows', site: 'https://news.example' }
const unknown = { ...phone, id: exampleId(4, 's'), device: '', address: '' }

const meta: Meta<typeof SessionList> = {
  title: 'Forum/Settings/Sessions',
  component: SessionList,
  args: {
    sessions: [here, phone, atSite, unknown],
    failed: false,
    onRetry: () => {},
    onEnd: async () => {},
    onEndOthers: async () => {},
  },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** This session, one on a phone, one on a partner's site, and one on an unknown device. */
export const Several: Story = {}

/** Only this session. */
export const Only: Story = { args: { sessions: [here] } }

/** Loading. */
export const Loading: Story = { args: { sessions: null } }

/** They can't be loaded. */
export const Failed: Story = { args: { sessions: null, failed: true } }

/** Ending one failed. */
export const NotEnded: Story = {
  args: { onEnd: () => Promise.reject(new StoaError('NETWORK', { message: '' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign out Safari on iPhone' }))
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** Long names. */
export const LongText: Story = {
  args: {
    sessions: [
      { ...here, device: 'Waterfox Current Edition 128.7 '.repeat(4) },
      { ...atSite, site: `https://${'sub.'.repeat(20)}example` },
    ],
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

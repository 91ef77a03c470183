import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import '../../../shell/settings-layout.css'
import '../settings.css'
import { OtherDevices } from './other-devices.tsx'

const HOUR_MS = 3_600_000
const devices = [
  {
    id: exampleId(1, 'p'),
    name: 'Chrome on Android',
    endpoint: 'https://push.example/1',
    createdAt: EXAMPLE_NOW - 90 * HOUR_MS,
    lastSentAt: EXAMPLE_NOW - 2 * HOUR_MS,
    failing: false,
  },
  {
    id: exampleId(2, 'p'),
    name: 'Safari on iPhone',
    endpoint: 'https://push.example/2',
    createdAt: EXAMPLE_NOW - 900 * HOUR_MS,
    lastSentAt: EXAMPLE_NOW - 300 * HOUR_MS,
    failing: true,
  },
  {
    id: exampleId(3, 'p'),
    name: '',
    endpoint: 'https://push.example/3',
    createdAt: EXAMPLE_NOW,
    lastSentAt: null,
    failing: false,
  },
]

const meta = {
  title: 'Forum/Push/OtherDevices',
  component: OtherDevices,
  args: { devices, onRemove: () => Promise.resolve<unknown>(undefined) },
} satisfies Meta<typeof OtherDevices>
export default meta
type Story = StoryObj<typeof meta>

/** One that works, one that fails, and a new one of an unknown kind. */
export const Devices: Story = {}

/** One can't be removed now. */
export const Refused: Story = {
  args: { onRemove: () => Promise.reject(Object.assign(new Error('Couldn’t reach the server.'), { code: 'NETWORK' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Remove Chrome on Android' }))
    await canvas.findAllByRole('alert')
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

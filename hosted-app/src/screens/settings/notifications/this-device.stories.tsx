import type { Meta, StoryObj } from '@storybook/react-vite'
import '../../../shell/settings-layout.css'
import '../settings.css'
import './notification-settings.css'
import { ThisDevice } from './this-device.tsx'

const done = () => Promise.resolve<unknown>(undefined)
const sent = (): Promise<boolean> => Promise.resolve(true)

const meta = {
  title: 'Forum/Push/ThisDevice',
  component: ThisDevice,
  args: { state: 'off', onTurnOn: done, onTurnOff: done, onTest: sent },
} satisfies Meta<typeof ThisDevice>
export default meta
type Story = StoryObj<typeof meta>

/** Nobody has turned it on in this browser. */
export const Off: Story = {}

/** The explanation, before the browser asks. */
export const Explained: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn on notifications' }))
    await canvas.findByRole('button', { name: 'Continue' })
  },
}

/** Turning it on failed: the explanation says why. */
export const Refused: Story = {
  args: {
    onTurnOn: () => Promise.reject(Object.assign(new Error('Couldn’t reach the server.'), { code: 'NETWORK' })),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn on notifications' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue' }))
    await canvas.findByRole('alert')
  },
}

/** On. */
export const On: Story = { args: { state: 'on' } }

/** A test was sent. */
export const Tested: Story = {
  args: { state: 'on' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test' }))
    await canvas.findByText(/^Sent/)
  },
}

/** The push service didn't accept the test. */
export const TestFailed: Story = {
  args: { state: 'on', onTest: async () => false },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test' }))
    await canvas.findByText(/^The test wasn’t sent/)
  },
}

/** The browser's settings forbid it. */
export const Blocked: Story = { args: { state: 'blocked' } }

/** On iPhones and iPads the forum has to be on the home screen. */
export const HomeScreen: Story = { args: { state: 'homeScreen' } }

/** The browser can't. */
export const Unsupported: Story = { args: { state: 'unsupported' } }

/** There is no service worker. */
export const Unavailable: Story = { args: { state: 'unavailable' } }

/** From right to left. */
export const RightToLeft: Story = { args: { state: 'on' }, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { args: { state: 'on' }, globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { args: { state: 'on' }, parameters: { width: '312px' } }

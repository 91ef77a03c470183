import type { Meta, StoryObj } from '@storybook/react-vite'
import { RecorderDialog } from './recorder-dialog.tsx'
import type { Devices } from './use-recorder.ts'

/** A camera showing a colored wall, and a silent microphone. */
const wall: Devices = {
  async getUserMedia(constraints) {
    const sound = new AudioContext().createMediaStreamDestination().stream
    if (!constraints?.video) return sound
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const draw = canvas.getContext('2d')
    if (draw) {
      draw.fillStyle = '#456'
      draw.fillRect(0, 0, 640, 360)
    }
    return new MediaStream([...canvas.captureStream(10).getTracks(), ...sound.getTracks()])
  },
}
const refusing = (name: string): Devices => ({ getUserMedia: () => Promise.reject(new DOMException('', name)) })

const meta = {
  title: 'Forum/CreatePost/RecorderDialog',
  component: RecorderDialog,
  args: { kind: 'video', devices: wall, onUse: () => {}, onClose: () => {} },
} satisfies Meta<typeof RecorderDialog>
export default meta
type Story = StoryObj<typeof meta>

/** Before recording, with what the camera sees. */
export const Ready: Story = {
  play: async ({ canvas }) => void (await canvas.findByRole('button', { name: 'Start recording' })),
}

/** While recording. */
export const Recording: Story = {
  play: async ({ canvas, userEvent }) => {
    const start = await canvas.findByRole('button', { name: 'Start recording' })
    while (start.hasAttribute('disabled')) await new Promise((resolve) => setTimeout(resolve, 20))
    await userEvent.click(start)
    await canvas.findByRole('button', { name: 'Stop' })
  },
}

/** Recorded, to watch before it is used. */
export const Recorded: Story = {
  play: async (context) => {
    await Recording.play?.(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'Stop' }))
    await canvas.findByRole('button', { name: 'Use this recording' })
  },
}

/** Closing asks before a recording is lost. */
export const Discard: Story = {
  play: async (context) => {
    await Recorded.play?.(context)
    const { canvas, userEvent } = context
    await userEvent.click(canvas.getByRole('button', { name: 'Close' }))
    await canvas.findByRole('button', { name: 'Keep it' })
  },
}

/** Sound only. */
export const Audio: Story = { args: { kind: 'audio' } }

/** The reader has not allowed it. */
export const Denied: Story = { args: { devices: refusing('NotAllowedError') } }

/** There is no camera. */
export const Missing: Story = { args: { devices: refusing('NotFoundError') } }

/** From right to left, in the dark. */
export const RightToLeftDark: Story = { globals: { locale: 'ar', theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

import { StoaError } from '@stoa/client'
import type { Uploads } from '@stoa/client/uploads'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ResponseRecorder } from './response-recorder.tsx'
import '../create-post.css'

const never: Uploads = {
  upload(_file, { onProgress }) {
    onProgress?.({ phase: 'sending', sentBytes: 40, totalBytes: 100 })
    return new Promise(() => {})
  },
}
const processing: Uploads = {
  upload(_file, { onProgress }) {
    onProgress?.({ phase: 'processing', sentBytes: 100, totalBytes: 100 })
    return new Promise(() => {})
  },
}
const failing: Uploads = {
  upload: () => Promise.reject(new StoaError('MEDIA_FAILED', { ...errors.MEDIA_FAILED })),
}
const refusing: Uploads = {
  upload: () => Promise.reject(new StoaError('MEDIA_TOO_LONG', { ...errors.MEDIA_TOO_LONG })),
}
const file = () => new File(['film'], 'film.mp4', { type: 'video/mp4' })
const choose: Story['play'] = async ({ canvasElement, userEvent }) => {
  const field = canvasElement.querySelector<HTMLInputElement>('input[type=file]')
  if (field) await userEvent.upload(field, file())
}

const meta = {
  title: 'Forum/CreatePost/ResponseRecorder',
  component: ResponseRecorder,
  args: { uploads: never, onAdd: () => {} },
} satisfies Meta<typeof ResponseRecorder>
export default meta
type Story = StoryObj<typeof meta>

/** Record, or choose a file. */
export const Empty: Story = {}

/** Uploading. */
export const Uploading: Story = { play: choose }

/** The server is processing it. */
export const Processing: Story = { args: { uploads: processing }, play: choose }

/** Not sent: it can be sent again or downloaded. */
export const Failed: Story = { args: { uploads: failing }, play: choose }

/** Too long: it can only be downloaded or discarded. */
export const Refused: Story = {
  args: { uploads: refusing },
  play: async (context) => {
    await choose(context)
    await expect(await context.canvas.findByText(/shorter than 3 minutes/)).toBeVisible()
    await expect(context.canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

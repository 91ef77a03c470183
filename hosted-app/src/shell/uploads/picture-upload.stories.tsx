import { StoaError } from '@stoa/client'
import type { Uploads } from '@stoa/client/uploads'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { PictureUpload } from './picture-upload.tsx'

const waiting: Uploads = {
  upload(_file, { onProgress }) {
    onProgress?.({ phase: 'sending', sentBytes: 420_000, totalBytes: 1_000_000 })
    return new Promise(() => {})
  },
}
const refusing: Uploads = {
  upload: () => Promise.reject(new StoaError('MEDIA_TOO_LARGE', { message: '' })),
}

const meta = {
  title: 'Forum/Picture upload',
  component: PictureUpload,
  args: { uploads: waiting, purpose: 'avatar', onUploaded: () => {} },
  parameters: { width: '32rem' },
} satisfies Meta<typeof PictureUpload>
export default meta
type Story = StoryObj<typeof meta>

const choose: Story['play'] = async ({ canvas, userEvent }) => {
  const file = new File([new Uint8Array(1_200_000)], 'newt.png', { type: 'image/png' })
  await userEvent.upload(canvas.getByLabelText('Upload an image', { selector: 'input' }), file)
}

/** A picture can be chosen or dropped. */
export const Ready: Story = {}

/** Uploading, with cancel. */
export const Sending: Story = { play: choose }

/** Refused. */
export const TooLarge: Story = { args: { uploads: refusing }, play: choose }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' }, play: choose }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' }, play: choose }

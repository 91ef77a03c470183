import { StoaError } from '@stoa/client'
import type { Media } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { UploadList } from './upload-list.tsx'
import '../settings.css'

const HOUR = 60 * 60 * 1000
const picture: Media = {
  id: exampleId(1, 'u'),
  kind: 'image',
  status: 'ready',
  error: null,
  filename: 'gutter.jpg',
  bytes: 2_400_000,
  url: '/media/demo/roof.webp',
  width: 1200,
  height: 800,
  durationMs: null,
  placeholder: '#8899aa',
  sizes: [],
  posterUrl: null,
  captionsUrl: null,
  removed: false,
  uses: 2,
  createdAt: EXAMPLE_NOW - HOUR,
}
const video: Media = {
  ...picture,
  id: exampleId(2, 'u'),
  kind: 'video',
  status: 'processing',
  filename: `climbing-${'very-'.repeat(20)}high.mp4`,
  bytes: 88_000_000,
  url: '',
  uses: 0,
}
const failed: Media = { ...video, id: exampleId(3, 'u'), status: 'failed', error: 'MEDIA_UNREADABLE', bytes: 900 }

const meta: Meta<typeof UploadList> = {
  title: 'Forum/Settings/Uploads',
  component: UploadList,
  args: {
    uploads: [picture, video, failed],
    hasMore: true,
    busy: false,
    failed: false,
    onLoadMore: () => {},
    onDelete: async () => {},
  },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** A picture in use by posts, a video being processed, and a failed one. */
export const Several: Story = {}

/** Nothing was uploaded yet. */
export const Empty: Story = { args: { uploads: [], hasMore: false } }

/** Loading. */
export const Loading: Story = { args: { uploads: null, busy: true } }

/** Loading failed. */
export const Failed: Story = { args: { uploads: null, failed: true } }

/** A post has started using it meanwhile. */
export const NotDeleted: Story = {
  args: {
    onDelete: async () => {
      throw new StoaError('MEDIA_IN_USE', { message: 'Something shows this upload.' })
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getAllByRole('button', { name: /^Delete climbing/ })[0] as HTMLElement)
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark, on a phone of 360 pixels. */
export const DarkNarrow: Story = { globals: { theme: 'dark' }, parameters: { width: '312px' } }

import { exampleId } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { RemoveFileDialog } from './remove-file-dialog.tsx'

const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="%237a9"/></svg>'

const meta = {
  title: 'Post view/RemoveFileDialog',
  component: RemoveFileDialog,
  args: {
    files: [
      { mediaId: exampleId(1, 'f'), kind: 'image', picture: PICTURE },
      { mediaId: exampleId(2, 'f'), kind: 'video', picture: PICTURE },
      { mediaId: exampleId(3, 'f'), kind: 'audio', picture: '' },
    ],
    canned: [],
    onRemove: fn(async () => {}),
    onClose: fn(),
  },
} satisfies Meta<typeof RemoveFileDialog>
export default meta
type Story = StoryObj<typeof meta>

/** A post with several files: a moderator chooses one. */
export const SeveralFiles: Story = {}

/** On a phone. */
export const Narrow: Story = { parameters: { width: '312px' } }

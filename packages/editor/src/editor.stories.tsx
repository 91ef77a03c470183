import type { PostDocument } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { Editor } from './editor.tsx'
import type { EditorUploads, UploadedMedia } from './editor-props.ts'

const empty: PostDocument = { blocks: [] }

const all: PostDocument = {
  blocks: [
    { id: 'a', type: 'header', data: { text: 'The footbridge reopens', level: 2 } },
    {
      id: 'b',
      type: 'paragraph',
      data: {
        text: 'After <b>eleven months</b> the <i>footbridge</i> over the Ems is <mark>open again</mark>, says <a href="https://example.com/council">the council</a>. The gate opens at <code>07:00</code>, not <s>06:00</s>, and it is <u>free</u>.',
      },
    },
    {
      id: 'c',
      type: 'list',
      data: {
        style: 'unordered',
        items: [
          { content: 'Walkers', items: [{ content: 'with dogs', items: [] }] },
          { content: 'Cyclists, who push', items: [] },
        ],
      },
    },
    {
      id: 'd',
      type: 'list',
      data: {
        style: 'ordered',
        meta: { start: 3, counterType: 'upper-roman' },
        items: [{ content: 'Third', items: [] }],
      },
    },
    {
      id: 'm',
      type: 'list',
      data: {
        style: 'checklist',
        items: [
          { content: 'Nail the planks', meta: { checked: true }, items: [] },
          { content: 'Paint the rail', meta: { checked: false }, items: [] },
        ],
      },
    },
    { id: 'e', type: 'quote', data: { text: 'We have waited long enough.', caption: 'A neighbor' } },
    { id: 'f', type: 'warning', data: { title: 'Mind', message: 'The planks are wet in the morning.' } },
    { id: 'g', type: 'delimiter', data: {} },
    {
      id: 'h',
      type: 'image',
      data: {
        file: { url: '/media/demo/footbridge.png', width: 1200, height: 800 },
        caption: 'From the south bank',
        alt: 'A narrow bridge of wood over a river',
        withBorder: true,
      },
    },
    { id: 'i', type: 'video', data: { url: '/media/demo/opening.mp4', caption: 'The first walkers' } },
    { id: 'j', type: 'audio', data: { url: '/media/demo/speech.mp3', caption: 'The speech' } },
    { id: 'k', type: 'embed', data: { service: 'youtube', source: 'https://youtu.be/dQw4w9WgXcQ', caption: '' } },
    {
      id: 'l',
      type: 'linkTool',
      data: { link: 'https://example.com/bridge', meta: { title: 'The plan', description: 'As the council has it' } },
    },
  ],
}

const unknown: PostDocument = {
  blocks: [
    { id: 'a', type: 'paragraph', data: { text: 'What stands above a table stays where it is.' } },
    { id: 'b', type: 'table', data: { withHeadings: true, content: [['Day', 'Walkers']] } },
    { id: 'c', type: 'paragraph', data: { text: 'So does what stands below it.' } },
  ],
}

const uploaded: UploadedMedia = {
  mediaId: 'm1',
  url: '/media/demo/footbridge.png',
  width: 1200,
  height: 800,
  durationMs: null,
  placeholder: null,
  sizes: [480, 960],
  posterUrl: null,
}

const uploads = (upload: EditorUploads['upload']): EditorUploads => ({
  upload,
  mayRetry: (error) => !(error instanceof TypeError),
  limits: {
    imageBytes: 10 * 1024 * 1024,
    mediaBytes: 500 * 1024 * 1024,
    captionsBytes: 1024 * 1024,
    videoMs: 21 * 60_000,
    audioMs: null,
  },
})

/** An upload that never finishes. */
const endless = uploads((_, { onProgress }) => {
  onProgress(0.4)
  return new Promise(() => {})
})

const meta = {
  title: 'Editor/Editor',
  component: Editor,
  parameters: { width: '46rem' },
  args: { document: empty, onChange: fn(), label: 'Text of the post' },
} satisfies Meta<typeof Editor>
export default meta
type Story = StoryObj<typeof meta>

const ready = async (canvas: HTMLElement) => {
  await waitFor(() => expect(canvas.querySelector('.stoa-editor')).toHaveAttribute('data-state', 'ready'), {
    timeout: 20_000,
  })
}
const lastDocument = (onChange: unknown) => (onChange as ReturnType<typeof fn>).mock.lastCall?.[0] as PostDocument

/** Empty. Typing starts a paragraph. */
export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const box = within(canvasElement).getByRole('textbox', { name: 'Text' })
    await userEvent.click(box)
    await userEvent.type(box, 'Good morning')
    await waitFor(() => expect(lastDocument(args.onChange).blocks[0]?.data).toEqual({ text: 'Good morning' }))
    await expect(within(canvasElement).getByText(/2 words/)).toBeVisible()
  },
}

/** One block of each kind. Without changes the document stays as given. */
export const AllBlocks: Story = {
  args: { document: all },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const heading = canvasElement.querySelector('h2.ce-header') as HTMLElement
    heading.append('!')
    await waitFor(() => expect(lastDocument(args.onChange)).toBeDefined())
    const [first, ...others] = lastDocument(args.onChange).blocks
    await expect(first).toEqual({ id: 'a', type: 'header', data: { text: 'The footbridge reopens!', level: 2 } })
    await expect(others).toEqual(all.blocks.slice(1))
  },
}

/** A checklist used by keyboard. */
export const Checklist: Story = {
  args: { document: { blocks: all.blocks.filter(({ id }) => id === 'm') } },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const [checkedBox, openBox] = within(canvasElement).getAllByRole('checkbox', { name: 'Done' })
    await expect([checkedBox, openBox].map((box) => box?.getAttribute('aria-checked'))).toEqual(['true', 'false'])
    openBox?.focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(openBox).toHaveAttribute('aria-checked', 'true'))
    await waitFor(() =>
      expect(lastDocument(args.onChange)?.blocks[0]?.data).toMatchObject({
        items: [{ meta: { checked: true } }, { content: 'Paint the rail', meta: { checked: true } }],
      }),
    )
  },
}

/** A block of another editor, labeled and kept unchanged. */
export const UnknownBlock: Story = {
  args: { document: unknown },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    canvasElement.querySelector('.ce-paragraph')?.append('!')
    await waitFor(() => expect(lastDocument(args.onChange)?.blocks[1]).toEqual(unknown.blocks[1]))
  },
}

/** By keyboard only. A block is moved, which is undone and redone. */
export const Keyboard: Story = {
  args: { document: { blocks: all.blocks.slice(0, 4) } },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const types = () => lastDocument(args.onChange)?.blocks.map(({ type }) => type)
    await userEvent.click(canvasElement.querySelector('.ce-paragraph') as HTMLElement)
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}')
    await waitFor(() => expect(types()).toEqual(['paragraph', 'header', 'list', 'list']))
    await expect(within(canvasElement).getByText('Block moved to 1 of 4')).toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(types()).toEqual(['header', 'paragraph', 'list', 'list']))
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(types()).toEqual(['paragraph', 'header', 'list', 'list']))
  },
}

/** Enter leaves the lines that stay single: a note's title and a quote's source. */
export const SingleLines: Story = {
  args: {
    document: {
      blocks: [
        { id: 'a', type: 'quote', data: { text: 'We have waited long enough.', caption: 'A neighbor' } },
        { id: 'b', type: 'warning', data: { title: 'The path is wet.', message: '' } },
      ],
    },
  },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    await userEvent.click(canvasElement.querySelector('.cdx-warning__title') as HTMLElement)
    await userEvent.keyboard('{Enter}Take the lane.')
    await userEvent.click(canvasElement.querySelector('.cdx-quote__caption') as HTMLElement)
    await userEvent.keyboard('{Enter}So we began.')
    await waitFor(() =>
      expect(lastDocument(args.onChange)?.blocks.map(({ data }) => data)).toEqual([
        { text: 'We have waited long enough.', caption: 'A neighbor' },
        { text: 'So we began.' },
        { title: 'The path is wet.', message: 'Take the lane.' },
      ]),
    )
  },
}

/** Text from a word processor. Known blocks and marks are kept, active content isn't. */
export const Pasted: Story = {
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const target = canvasElement.querySelector('.ce-paragraph') as HTMLElement
    await userEvent.click(target)
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<h2>Title</h2><p class="MsoNormal">A <b onclick="x">bold</b> word</p><ol><li>one<ol><li>inner</li></ol></li></ol><script>x</script>',
    )
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await waitFor(() =>
      expect(lastDocument(args.onChange)?.blocks).toMatchObject([
        { type: 'header', data: { text: 'Title', level: 2 } },
        { type: 'paragraph', data: { text: 'A <b>bold</b> word' } },
        {
          type: 'list',
          data: { style: 'ordered', items: [{ content: 'one', items: [{ content: 'inner', items: [] }] }] },
        },
      ]),
    )
  },
}

/** Files are uploading. Each can be canceled. */
export const Uploading: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await dropFiles(canvasElement, [new File(['x'], 'bridge.png', { type: 'image/png' })])
    await waitFor(() => expect(within(canvasElement).getByRole('progressbar')).toBeVisible())
  },
}

/** A refused upload: the reason, with a retry. */
export const FailedUpload: Story = {
  args: { uploads: uploads(() => Promise.reject(new Error('The file is damaged.'))) },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await dropFiles(canvasElement, [new File(['x'], 'bridge.png', { type: 'image/png' })])
    await waitFor(() => expect(within(canvasElement).getByRole('alert')).toHaveTextContent('The file is damaged.'))
    await expect(within(canvasElement).getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

/** The block of a refused file is removed. */
export const RemovedFile: Story = {
  args: { ...FailedUpload.args },
  play: async (context) => {
    await FailedUpload.play?.(context)
    await userEvent.click(within(context.canvasElement).getByRole('button', { name: 'Remove' }))
    await expect(context.canvasElement.querySelector('.stoa-editor-media')).toBeNull()
  },
}

/** Refused because of its content. Only another file can help. */
export const RefusedFile: Story = {
  args: {
    uploads: {
      ...uploads(() => Promise.reject(new TypeError('Videos must be shorter than 21 minutes.'))),
      mayRetry: () => false,
    },
  },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await dropFiles(canvasElement, [new File(['x'], 'bridge.mp4', { type: 'video/mp4' })])
    await waitFor(() => expect(within(canvasElement).getByRole('alert')).toHaveTextContent('shorter than 21 minutes'))
    const buttons = canvasElement.querySelectorAll('.stoa-editor-upload button')
    await expect(Array.from(buttons, ({ textContent }) => textContent)).toEqual(['Choose another file', 'Remove'])
  },
}

/** A type that the block doesn't accept. The message names those it does. */
export const WrongType: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await dropFiles(canvasElement, [new File(['x'], 'bridge.avi', { type: 'video/x-msvideo' })])
    const words = 'bridge.avi isn’t a supported file type. Videos can be MP4, MOV, WebM or MKV.'
    await waitFor(() => expect(within(canvasElement).getByRole('alert')).toHaveTextContent(words))
  },
}

/** The form of a video states its maximum size and duration. */
export const VideoForm: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await dropFiles(canvasElement, [new File(['x'], 'bridge.mp4', { type: 'video/mp4' })])
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Cancel' }))
    await expect(await within(canvasElement).findByText(/Up to 500 MB and 21 minutes/)).toBeVisible()
  },
}

/** Several files become several blocks. */
export const SeveralFiles: Story = {
  args: { uploads: uploads(() => Promise.resolve(uploaded)) },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
    await dropFiles(canvasElement, files)
    await waitFor(() => expect(lastDocument(args.onChange)?.blocks.map(({ type }) => type)).toEqual(['image', 'image']))
  },
}

/** Hebrew and Arabic. Each block has its text's direction, and the buttons are at the start of lines. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    document: {
      blocks: [
        { id: 'a', type: 'header', data: { text: 'الجسر مفتوح', level: 2 } },
        { id: 'b', type: 'paragraph', data: { text: 'بعد أحد عشر شهرا فتح الجسر.' } },
        { id: 'c', type: 'list', data: { style: 'unordered', items: [{ content: 'مشاة', items: [] }] } },
      ],
    },
  },
  play: ({ canvasElement }) => ready(canvasElement),
}

/** Read only. */
export const ReadOnly: Story = {
  args: { document: all, readOnly: true },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    await expect(canvasElement.querySelector('[contenteditable="true"]')).toBeNull()
  },
}

/** On a phone, with buttons inside the text area. */
export const Narrow: Story = {
  args: { document: all },
  parameters: { width: '312px' },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
    const [footer, help] = ['footer', 'help'].map((name) => canvasElement.querySelector(`.stoa-editor-${name}`))
    // The hint has lines of its own beside the count.
    await expect(help?.clientWidth ?? 0).toBeGreaterThan(0.8 * (footer?.clientWidth ?? 0))
  },
}

/** Missing or invalid content. The form shows the error. */
export const Invalid: Story = {
  args: { invalid: true, errorId: 'text-error' },
  decorators: [
    (Story) => (
      <>
        <Story />
        <p id="text-error">Write something.</p>
      </>
    ),
  ],
  play: ({ canvasElement }) => ready(canvasElement),
}

/** Drops files onto the first block. */
async function dropFiles(canvas: HTMLElement, files: File[]) {
  const target = canvas.querySelector('.ce-paragraph') as HTMLElement
  await userEvent.click(target)
  const clipboardData = new DataTransfer()
  for (const file of files) clipboardData.items.add(file)
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

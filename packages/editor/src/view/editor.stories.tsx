import type { PostDocument } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
import type { EditorUploads, UploadedMedia, UploadOptions } from '../editor-props.ts'
import { allBlocks } from './all-blocks.ts'
import { Editor } from './editor.tsx'

const empty: PostDocument = { blocks: [] }
const text = (id: string, content: string) => ({ id, type: 'paragraph' as const, data: { text: content } })

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
  title: 'Editor/New',
  component: Editor,
  parameters: { width: '46rem' },
  args: { document: empty, onChange: fn(), label: 'Text of the post' },
} satisfies Meta<typeof Editor>
export default meta
type Story = StoryObj<typeof meta>

const ready = async (canvas: HTMLElement) => {
  const box = await within(canvas).findByRole('textbox', { name: 'Text of the post' }, { timeout: 20_000 })
  await waitFor(() => expect(canvas.querySelector('.stoa-editor')).toHaveAttribute('data-state', 'ready'))
  return box
}
const lastDocument = (onChange: unknown) => (onChange as ReturnType<typeof fn>).mock.lastCall?.[0] as PostDocument
const saved = (args: { onChange: unknown }, blocks: unknown) =>
  waitFor(() => expect(lastDocument(args.onChange)?.blocks).toMatchObject(blocks as object[]))

/** Puts the caret at the end of an element's text, or selects all of it. */
async function select(element: Element | null | undefined, isWhole = false) {
  if (!element) throw new Error('There is nothing to select.')
  ;(element.closest('[contenteditable="true"]') as HTMLElement).focus()
  const range = document.createRange()
  range.selectNodeContents(element)
  if (!isWhole) range.collapse(false)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
  // The editor hears of it in a task of its own.
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
}

/** Types as a keyboard does, so that the editor sees its text in the page. */
async function type(words: string) {
  for (const letter of words) {
    const box = document.activeElement as HTMLElement
    const isHandled = !fireEvent.keyDown(box, { key: letter })
    if (!isHandled) document.execCommand('insertText', false, letter)
    fireEvent.keyUp(box, { key: letter })
  }
}

/** Presses a key with modifiers, such as `Alt+Shift+ArrowUp`. */
function press(keys: string) {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const has = (name: string) => parts.includes(name)
  fireEvent.keyDown(document.activeElement ?? document.body, {
    key,
    altKey: has('Alt'),
    shiftKey: has('Shift'),
    ctrlKey: has('Control'),
    keyCode: { Enter: 13, Tab: 9, Escape: 27, Backspace: 8, ArrowUp: 38, ArrowDown: 40 }[key],
  })
}

function paste(box: HTMLElement, files: File[]) {
  const clipboardData = new DataTransfer()
  for (const file of files) clipboardData.items.add(file)
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const picture = (name = 'bridge.png') => new File(['x'], name, { type: 'image/png' })

/** Empty. Typing starts a paragraph. */
export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Good morning')
    await saved(args, [{ type: 'paragraph', data: { text: 'Good morning' } }])
    await expect(await within(canvasElement).findByText(/2 words/)).toBeVisible()
  },
}

/** One block of each kind. After a change only the changed block differs. */
export const AllBlocks: Story = {
  args: { document: allBlocks },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await waitFor(() => expect(box.querySelectorAll('.stoa-post-figure, .stoa-link-card').length).toBeGreaterThan(3))
    await select(box.querySelector('h2'))
    await type('!')
    await waitFor(() => expect(lastDocument(args.onChange)).toBeDefined())
    const [first, ...others] = lastDocument(args.onChange).blocks
    await expect(first?.data).toEqual({ text: 'The footbridge reopens!', level: 2 })
    await expect(others).toEqual(allBlocks.blocks.slice(1))
  },
}

/** A list of blocks opens after a slash, filters while typing, and is used by keyboard. */
export const SlashMenu: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('/')
    const list = await within(canvasElement).findByRole('listbox')
    await expect(within(list).getAllByRole('option').length).toBeGreaterThan(10)
    await type('num')
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(1))
    const option = within(list).getByRole('option', { name: 'Numbered list' })
    await expect(box).toHaveAttribute('aria-activedescendant', option.id)
    press('Enter')
    await type('First')
    await saved(args, [{ type: 'list', data: { style: 'ordered', items: [{ content: 'First' }] } }])
    await expect(within(canvasElement).queryByRole('listbox')).toBeNull()
  },
}

/** The list of blocks, open. */
export const OpenMenu: Story = {
  play: async ({ canvasElement }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('/')
    await expect(await within(canvasElement).findByRole('listbox')).toBeVisible()
    press('ArrowDown')
    await waitFor(() => expect(within(canvasElement).getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true'))
  },
}

/** Buttons beside selected text. */
export const Bubble: Story = {
  args: { document: { blocks: [text('a', 'Open again'), text('b', 'since this morning')] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'), true)
    const bar = await within(canvasElement).findByRole('toolbar', { name: 'Formatting' })
    const bold = within(bar).getByRole('button', { name: 'Bold' })
    await userEvent.click(bold)
    await saved(args, [{ data: { text: '<b>Open again</b>' } }, {}])
    await waitFor(() => expect(bold).toHaveAttribute('aria-pressed', 'true'))
    press('Control+z')
    await saved(args, [{ data: { text: 'Open again' } }, {}])
  },
}

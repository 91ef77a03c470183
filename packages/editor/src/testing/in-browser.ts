import type { PostDocument } from '@stoa/contract'
import { expect, fireEvent, type fn, waitFor, within } from 'storybook/test'
import type { EditorUploads, UploadedMedia } from '../editor-props.ts'

export const empty: PostDocument = { blocks: [] }
export const text = (id: string, content: string) => ({ id, type: 'paragraph' as const, data: { text: content } })

export const uploaded: UploadedMedia = {
  mediaId: 'm1',
  url: '/media/demo/footbridge.png',
  width: 1200,
  height: 800,
  durationMs: null,
  placeholder: null,
  sizes: [480, 960],
  posterUrl: null,
}

export const uploads = (upload: EditorUploads['upload']): EditorUploads => ({
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
export const endless = uploads((_, { onProgress }) => {
  onProgress(0.4)
  return new Promise(() => {})
})

export const ready = async (canvas: HTMLElement) => {
  const box = await within(canvas).findByRole('textbox', { name: 'Text of the post' }, { timeout: 20_000 })
  await waitFor(() => expect(canvas.querySelector('.stoa-editor')).toHaveAttribute('data-state', 'ready'))
  return box
}
export const lastDocument = (onChange: unknown) =>
  (onChange as ReturnType<typeof fn>).mock.lastCall?.[0] as PostDocument
export const saved = (args: { onChange: unknown }, blocks: unknown) =>
  waitFor(() => expect(lastDocument(args.onChange)?.blocks).toMatchObject(blocks as object[]))

/** Puts the caret at the end of an element's text, or selects all of it. */
export async function select(element: Element | null | undefined, isWhole = false) {
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
export async function type(words: string) {
  for (const letter of words) {
    const box = document.activeElement as HTMLElement
    const isHandled = !(await fireEvent.keyDown(box, { key: letter }))
    if (!isHandled) document.execCommand('insertText', false, letter)
    await fireEvent.keyUp(box, { key: letter })
    // The editor reads the page between two keys.
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
}

/** Presses a key with modifiers, such as `Alt+Shift+ArrowUp`. */
export async function press(keys: string) {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const has = (name: string) => parts.includes(name)
  await fireEvent.keyDown(document.activeElement ?? document.body, {
    key,
    altKey: has('Alt'),
    shiftKey: has('Shift'),
    ctrlKey: has('Control'),
    keyCode: { Enter: 13, Tab: 9, Escape: 27, Backspace: 8, ArrowUp: 38, ArrowDown: 40 }[key],
  })
}

export function paste(box: HTMLElement, files: File[]) {
  const clipboardData = new DataTransfer()
  for (const file of files) clipboardData.items.add(file)
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

export function pasteText(box: HTMLElement, text: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

export const picture = (name = 'bridge.png') => new File(['x'], name, { type: 'image/png' })

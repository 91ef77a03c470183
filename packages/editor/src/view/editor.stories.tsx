import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
import { allBlocks } from '../testing/all-blocks.ts'
import {
  empty,
  endless,
  lastDocument,
  paste,
  picture,
  press,
  ready,
  saved,
  select,
  text,
  type,
  uploaded,
  uploads,
} from '../testing/in-browser.ts'
import { Editor } from './editor.tsx'

const meta = {
  title: 'Editor',
  component: Editor,
  parameters: { width: '46rem' },
  args: { document: empty, onChange: fn(), label: 'Text of the post' },
} satisfies Meta<typeof Editor>
export default meta
type Story = StoryObj<typeof meta>

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
    await press('Enter')
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
    await press('ArrowDown')
    await waitFor(() =>
      expect(within(canvasElement).getAllByRole('option')[1]).toHaveAttribute('aria-selected', 'true'),
    )
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
    await press('Control+z')
    await saved(args, [{ data: { text: 'Open again' } }, {}])
  },
}

/** Markdown becomes what it stands for. Backspace brings back what was typed. */
export const Markdown: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('## News')
    await saved(args, [{ type: 'header', data: { text: 'News', level: 2 } }])
    await expect(within(canvasElement).getByText('Turned into Heading 2')).toBeInTheDocument()
    await press('Enter')
    await type('It is **open**')
    await saved(args, [{ type: 'header' }, { type: 'paragraph', data: { text: 'It is <b>open</b>' } }])
    await press('Backspace')
    await saved(args, [{ type: 'header' }, { data: { text: 'It is **open**' } }])
  },
}

/** Lists: Enter adds an item, Tab and Shift+Tab indent and outdent it, two Enters leave the list. */
export const Lists: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('- Walkers')
    await press('Enter')
    await press('Tab')
    await type('with dogs')
    await saved(args, [{ type: 'list', data: { items: [{ content: 'Walkers', items: [{ content: 'with dogs' }] }] } }])
    await expect(box).toHaveFocus()
    await press('Shift+Tab')
    await saved(args, [{ type: 'list', data: { items: [{ content: 'Walkers' }, { content: 'with dogs' }] } }])
    await press('Enter')
    await press('Enter')
    await type('After')
    await saved(args, [{ type: 'list' }, { type: 'paragraph', data: { text: 'After' } }])
  },
}

/** A checklist. Its boxes are used by pointer and keyboard, and keep the focus. */
export const Checklist: Story = {
  args: { document: { blocks: allBlocks.blocks.filter(({ id }) => id === 'm') } },
  play: async ({ canvasElement, args }) => {
    await ready(canvasElement)
    const [checked, open] = within(canvasElement).getAllByRole('checkbox', { name: 'Done' })
    await expect(checked).toBeChecked()
    open?.focus()
    await userEvent.keyboard(' ')
    await expect(open).toBeChecked()
    await expect(open).toHaveFocus()
    await saved(args, [{ data: { items: [{}, { content: 'Paint the rail', meta: { checked: true } }] } }])
  },
}

/** By keyboard only: blocks are moved, which is undone and redone. Escape and Tab leave the text. */
export const Keyboard: Story = {
  args: { document: { blocks: allBlocks.blocks.slice(0, 3) } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    const types = (...names: string[]) =>
      saved(
        args,
        names.map((name) => ({ type: name })),
      )
    await select(box.querySelector('p'))
    await press('Alt+Shift+ArrowUp')
    await types('paragraph', 'header', 'list')
    await expect(await within(canvasElement).findByText('Block moved to 1 of 3')).toBeInTheDocument()
    await press('Control+z')
    await types('header', 'paragraph', 'list')
    await expect(await within(canvasElement).findByText('Undone')).toBeInTheDocument()
    await press('Control+Shift+z')
    await types('paragraph', 'header', 'list')
    // There is nothing more to redo.
    await press('Control+Shift+z')
    await expect(box.firstElementChild).toHaveProperty('localName', 'p')
    await press('Escape')
    await waitFor(() => expect(box.querySelector('.ProseMirror-selectednode')).not.toBeNull())
    // The browser handles it.
    await expect(fireEvent.keyDown(box, { key: 'Tab', keyCode: 9 })).toBe(true)
  },
}

/** A press below the last block begins a paragraph. */
export const PressBelow: Story = {
  args: { document: { blocks: allBlocks.blocks.filter(({ id }) => id === 'l') } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    const { left, bottom } = box.getBoundingClientRect()
    await fireEvent.mouseDown(box, { clientX: left + 80, clientY: bottom - 10, button: 0 })
    await type('Below')
    await saved(args, [{ type: 'linkTool' }, { type: 'paragraph', data: { text: 'Below' } }])
  },
}

/** Emoji by their names. */
export const Emoji: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Open :tad')
    await expect(await within(canvasElement).findByRole('option', { name: '🎉 :tada:' })).toBeVisible()
    await press('Enter')
    await type('!')
    await saved(args, [{ data: { text: 'Open 🎉 !' } }])
  },
}

/** A picture is being uploaded. Canceling removes it; undoing that offers to upload it again. */
export const Uploading: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Look')
    paste(box, [picture()])
    await waitFor(() => expect(within(canvasElement).getByRole('progressbar')).toHaveValue(0.4))
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Cancel' }))
    await expect(box.querySelector('.stoa-editor-card')).toBeNull()
    await waitFor(() => expect(box).toHaveFocus())
    await press('Control+z')
    await expect(await within(canvasElement).findByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent('Upload canceled.')
    // What isn't uploaded isn't saved.
    await saved(args, [{ data: { text: 'Look' } }])
    await expect(lastDocument(args.onChange).blocks).toHaveLength(1)
  },
}

/** A refused upload: the reason, a retry, and the arrival, which undo and redo keep. */
export const FailedUpload: Story = {
  args: {
    uploads: uploads(
      (() => {
        let attempts = 0
        return () => {
          attempts += 1
          return attempts === 1 ? Promise.reject(new Error('The file is damaged.')) : Promise.resolve(uploaded)
        }
      })(),
    ),
  },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    paste(box, [picture()])
    await waitFor(() => expect(within(canvasElement).getByRole('alert')).toHaveTextContent('The file is damaged.'))
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    const image = [{ type: 'image', data: { file: { url: '/media/demo/footbridge.png', width: 1200 } } }]
    await saved(args, image)
    await expect(await within(canvasElement).findByText('bridge.png uploaded')).toBeInTheDocument()
    await select(box.querySelector('figcaption'))
    await type('South bank')
    await saved(args, [{ type: 'image', data: { caption: 'South bank', file: { url: '/media/demo/footbridge.png' } } }])
    await press('Control+z')
    await press('Control+z')
    await waitFor(() => expect(box.querySelector('.stoa-editor-card')).toBeNull())
    await press('Control+Shift+z')
    await saved(args, image)
  },
}

/** Files of types that posts can't have say so. */
export const WrongType: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    paste(box, [
      new File(['x'], 'bridge.avi', { type: 'video/x-msvideo' }),
      new File(['x'], 'bridge.pdf', { type: 'application/pdf' }),
    ])
    const words = 'bridge.avi isn’t a supported file type. Videos can be MP4, MOV, WebM or MKV.'
    await waitFor(() => expect(within(canvasElement).getByRole('alert')).toHaveTextContent(words))
    await expect(within(canvasElement).getAllByText(/Can’t add bridge.pdf/)[0]).toBeVisible()
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Dismiss' }))
    await expect(box).toHaveFocus()
  },
}

/** Text from a word processor keeps its blocks and marks. An address alone becomes an embed; undoing leaves the link. */
export const Pasted: Story = {
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    const pasteText = (type: string, data: string) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(type, data)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }
    await select(box.querySelector('p'))
    const html = '<h2>Title</h2><p class="MsoNormal">A <b onclick="x">bold</b> word</p><ol><li>one</li></ol><p></p>'
    pasteText('text/html', html)
    const blocks = [
      { type: 'header', data: { text: 'Title' } },
      { type: 'paragraph', data: { text: 'A <b>bold</b> word' } },
      { type: 'list', data: { style: 'ordered', items: [{ content: 'one' }] } },
    ]
    await saved(args, blocks)
    await press('Enter')
    await press('Enter')
    pasteText('text/plain', 'https://youtu.be/dQw4w9WgXcQ')
    await waitFor(() =>
      expect(lastDocument(args.onChange).blocks[3]).toMatchObject({ type: 'embed', data: { service: 'youtube' } }),
    )
    await press('Control+z')
    await waitFor(() =>
      expect(lastDocument(args.onChange).blocks[3]?.data).toEqual({ text: expect.stringContaining('<a href=') }),
    )
  },
}

/** Several files upload three at a time. */
export const SeveralFiles: Story = {
  args: { uploads: uploads(fn(endless.upload)) },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    paste(
      box,
      ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => picture(name)),
    )
    await waitFor(() => expect(within(canvasElement).getAllByRole('progressbar')).toHaveLength(4))
    await expect(args.uploads?.upload).toHaveBeenCalledTimes(3)
    const [cancel] = within(canvasElement).getAllByRole('button', { name: 'Cancel' })
    await userEvent.click(cancel as HTMLElement)
    await waitFor(() => expect(args.uploads?.upload).toHaveBeenCalledTimes(4))
  },
}

/** The form of a picture, which a slash opens: files or an address. */
export const ImageForm: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('/ima')
    await press('Enter')
    const form = await within(canvasElement).findByRole('dialog', { name: 'Image' })
    await expect(within(form).getByRole('button', { name: 'Choose images' })).toHaveFocus()
    const field = within(form).getByRole('textbox', { name: 'Image URL' })
    await userEvent.type(field, 'bridge{Enter}')
    await expect(await within(form).findByText(/starts with https/)).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'https://example.com/bridge.png{Enter}')
    await saved(args, [{ type: 'image', data: { file: { url: 'https://example.com/bridge.png' } } }])
    await expect(box).toHaveFocus()
  },
}

/** A selected card has its controls above it; Alt+F10 reaches them. */
export const CardControls: Story = {
  args: { document: { blocks: [...allBlocks.blocks.slice(0, 1), ...allBlocks.blocks.filter(({ id }) => id === 'h')] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await userEvent.click(box.querySelector('.stoa-editor-card') as HTMLElement)
    await expect(await within(canvasElement).findByText(/^Image, A narrow bridge.*, 2 of 2$/)).toBeInTheDocument()
    await press('Alt+F10')
    const bar = await within(canvasElement).findByRole('toolbar', { name: 'Block settings' })
    await waitFor(() => expect(bar).toContainElement(document.activeElement as HTMLElement))
    await userEvent.click(within(bar).getByRole('button', { name: 'Full width' }))
    await saved(args, [{}, { type: 'image', data: { stretched: true, withBorder: true } }])
    await userEvent.click(within(bar).getByRole('button', { name: /Description/ }))
    const field = await within(canvasElement).findByRole('textbox', { name: /Description/ })
    await userEvent.clear(field)
    await userEvent.type(field, 'A bridge{Enter}')
    await saved(args, [{}, { type: 'image', data: { alt: 'A bridge' } }])
    await expect(box).toHaveFocus()
  },
}

/** Two hundred blocks open at once. */
export const Long: Story = {
  args: {
    document: {
      blocks: Array.from({ length: 200 }, (_, index) => text(`b${index}`, `Paragraph ${index} of a report.`)),
    },
  },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await expect(box.querySelectorAll('p')).toHaveLength(200)
    await select(box.lastElementChild)
    await type('!')
    await waitFor(() =>
      expect(lastDocument(args.onChange)?.blocks[199]?.data).toEqual({ text: 'Paragraph 199 of a report.!' }),
    )
  },
}

/** Links are added by keyboard. */
export const LinkForm: Story = {
  args: { document: { blocks: [text('a', 'The council')] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'), true)
    await press('Control+k')
    const field = await within(canvasElement).findByRole('textbox', { name: /link/i })
    await userEvent.type(field, 'example.com/council{Enter}')
    await saved(args, [{ data: { text: '<a href="https://example.com/council">The council</a>' } }])
    await expect(box).toHaveFocus()
  },
}

/** Finds and replaces text. */
export const Find: Story = {
  args: { document: { blocks: [text('a', 'The bridge'), text('b', 'A bridge and a bridge')] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await press('Control+f')
    const field = await within(canvasElement).findByRole('textbox', { name: 'Find' })
    await userEvent.type(field, 'bridge')
    // The first one from the caret on, and no other tools over the results.
    await expect(await within(canvasElement).findByText('2 of 3')).toBeVisible()
    await expect(within(canvasElement).queryByRole('toolbar', { name: 'Formatting' })).toBeNull()
    await userEvent.type(within(canvasElement).getByRole('textbox', { name: 'Replace with' }), 'ferry')
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Replace all' }))
    await saved(args, [{ data: { text: 'The ferry' } }, { data: { text: 'A ferry and a ferry' } }])
  },
}

/** A block's menu is opened by keyboard, and moves, turns, duplicates and removes it. */
export const BlockMenu: Story = {
  args: { document: { blocks: [text('a', 'One'), text('b', 'Two')] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await press('Control+/')
    const menu = await within(canvasElement).findByRole('menu', { name: 'Block settings' })
    await expect(menu).toBeVisible()
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Move down' }))
    await saved(args, [{ data: { text: 'Two' } }, { data: { text: 'One' } }])
    await expect(await within(canvasElement).findByText('Block moved to 2 of 2')).toBeInTheDocument()
  },
}

/** A block is dragged by its handle. What is dropped leaves its former place. */
export const Drag: Story = {
  args: { document: { blocks: [text('a', 'One'), text('b', 'Two'), text('c', 'Three')] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    const handle = await within(canvasElement).findByRole('button', { name: 'Block settings' })
    const dataTransfer = new DataTransfer()
    await fireEvent.dragStart(handle, { dataTransfer })
    const { left, bottom } = (box.lastElementChild as HTMLElement).getBoundingClientRect()
    const place = { clientX: left + 200, clientY: bottom - 4, dataTransfer }
    await fireEvent.dragOver(box.lastElementChild as HTMLElement, place)
    await fireEvent.drop(box.lastElementChild as HTMLElement, place)
    await fireEvent.dragEnd(handle, { dataTransfer })
    await saved(args, [{ data: { text: 'Two' } }, { data: { text: 'Three' } }, { id: 'a', data: { text: 'One' } }])
    await press('Control+z')
    await saved(args, [{ data: { text: 'One' } }, { data: { text: 'Two' } }, { data: { text: 'Three' } }])
    // A press in its text isn't the start of another drag.
    const one = box.querySelector('.ProseMirror-selectednode') as HTMLElement
    const { x, y } = one.getBoundingClientRect()
    await fireEvent.mouseDown(one, { clientX: x + 4, clientY: y + 8 })
    await expect(one).not.toHaveClass('ProseMirror-selectednode')
    await expect(one).not.toHaveAttribute('draggable')
    await fireEvent.mouseUp(one)
  },
}

/** The keys for a block’s menu offer rows and columns in a table. */
export const TableByKeys: Story = {
  args: { document: { blocks: [{ id: 'a', type: 'table', data: { content: [['a', 'b']] } }] } },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('td'))
    await press('Control+/')
    await within(document.body).findByRole('menuitem', { name: 'Delete the column' })
    await press('Escape')
    await waitFor(() => expect(box).toHaveFocus())
    await press('Control+/')
    await expect(within(document.body).queryByText('Convert to')).toBeNull()
    await userEvent.click(await within(document.body).findByRole('menuitem', { name: 'Add a row' }))
    await saved(args, [
      {
        data: {
          content: [
            ['a', 'b'],
            ['', ''],
          ],
        },
      },
    ])
    // Below the last row, the text goes on.
    await select([...box.querySelectorAll('td')].at(-1))
    await press('ArrowDown')
    await type('x')
    await saved(args, [{}, { data: { text: 'x' } }])
  },
}

/** Hebrew and Arabic: marks of lists and bars of quotes are at the start of their text. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    document: {
      blocks: [
        { id: 'a', type: 'header', data: { text: 'الجسر مفتوح', level: 2 } },
        text('b', 'بعد أحد عشر شهرا فتح الجسر.'),
        { id: 'c', type: 'list', data: { style: 'checklist', items: [{ content: 'مشاة', items: [] }] } },
        { id: 'd', type: 'quote', data: { text: 'انتظرنا طويلا', caption: 'جارة' } },
        text('e', 'An English line'),
        { id: 'f', type: 'table', data: { content: [['Day', 'Time']] } },
        { id: 'g', type: 'table', data: { content: [['يوم', 'Time']] } },
        { id: 'h', type: 'table', data: { content: [['', '']] } },
      ],
    },
  },
  play: async ({ canvasElement }) => {
    const box = await ready(canvasElement)
    // Columns begin where the text does; those of an empty table, where the page does.
    const directions = [...box.querySelectorAll('table')].map((table) => getComputedStyle(table).direction)
    await expect(directions).toEqual(['ltr', 'rtl', 'rtl'])
    await select([...box.querySelectorAll('td')].at(-2))
    await type('Day')
    await waitFor(() => expect([...box.querySelectorAll('table')].at(-1)).toHaveAttribute('dir', 'auto'))
    // Margins and paddings of one direction.
    await expect(getComputedStyle(canvasElement.querySelector('.stoa-editor') as Element).direction).toBe(
      getComputedStyle(box).direction,
    )
  },
}

/** On a phone. */
export const Narrow: Story = {
  args: { document: allBlocks },
  parameters: { width: '312px' },
  play: async ({ canvasElement }) => {
    await ready(canvasElement)
  },
}

/** Read only. */
export const ReadOnly: Story = {
  args: { document: allBlocks, readOnly: true },
  play: async ({ canvasElement }) => {
    const box = await ready(canvasElement)
    await expect(box).toHaveAttribute('contenteditable', 'false')
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
  play: async ({ canvasElement }) => {
    const box = await ready(canvasElement)
    await expect(box).toHaveAccessibleDescription(/Write something/)
    await expect(box).toBeInvalid()
  },
}

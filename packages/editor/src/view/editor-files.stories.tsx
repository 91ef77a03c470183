import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import type { EditorPerson } from '../editor-props.ts'
import {
  empty,
  endless,
  paste,
  pasteText,
  picture,
  press,
  ready,
  saved,
  select,
  text,
  type,
  uploads,
} from '../testing/in-browser.ts'
import { Editor } from './editor.tsx'
import { dropKeptFiles } from './kept-files.ts'

const meta = {
  title: 'Editor/Files and people',
  component: Editor,
  parameters: { width: '46rem' },
  args: { document: empty, onChange: fn(), label: 'Text of the post' },
} satisfies Meta<typeof Editor>
export default meta
type Story = StoryObj<typeof meta>

/** People are suggested after an at sign. Arrow keys and Enter choose; the name is a link. */
export const Mentions: Story = {
  args: {
    findPeople: fn(async (query: string) =>
      [
        ['u1', 'ada_demo', 'Ada Lindqvist'],
        ['u2', 'ben_demo', 'Ben Okafor'],
        ['u3', 'lou_demo', ''],
      ]
        .filter(([, ...names]) => names.some((name) => name.toLowerCase().includes(query)))
        .map(([id = '', username = '', name = '']) => ({
          id,
          username,
          name,
          imageUrl: '',
          href: `https://forum.example/author/${id}`,
        })),
    ),
  },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Thanks @')
    const list = await within(canvasElement).findByRole('listbox', { name: 'People' })
    await expect(within(list).getAllByRole('option')).toHaveLength(3)
    await expect(await within(canvasElement).findByText(/^3 people found/)).toBeInTheDocument()
    await press('ArrowDown')
    const chosen = within(list).getByRole('option', { name: /Ben Okafor/ })
    await expect(chosen).toHaveAttribute('aria-selected', 'true')
    await expect(box).toHaveAttribute('aria-activedescendant', chosen.id)
    await press('Enter')
    await type('and @lo')
    await waitFor(() => expect(args.findPeople).toHaveBeenLastCalledWith('lo'))
    await within(canvasElement).findByText(/^1 person found/)
    await press('Tab')
    await type('x')
    const link = (id: string, name: string) => `<a href="https://forum.example/author/${id}">@${name}</a>`
    const expected = `Thanks ${link('u2', 'ben_demo')} and ${link('u3', 'lou_demo')} x`
    await saved(args, [{ data: { text: expected } }])
    // A name that is typed in full needs no choice. Undoing leaves it as it was typed.
    await type(' @Ben_Demo said')
    const typed = `${link('u2', 'ben_demo')} said`
    await saved(args, [{ data: { text: `${expected} ${typed}` } }])
    await press('Control+z')
    await press('Control+z')
    await saved(args, [{ data: { text: `${expected} @Ben_Demo ` } }])
    await type('a@l')
    await expect(within(canvasElement).queryByRole('listbox')).toBeNull()
  },
}

/** Enter chooses a person who hasn’t been found yet, also after more was typed. If nobody is found, it splits the text. */
export const AwaitedMentions: Story = {
  args: { findPeople: fn() },
  play: async ({ canvasElement, args }) => {
    const answers = new Map<string, (people: EditorPerson[] | Error) => void>()
    const findPeople = args.findPeople as ReturnType<typeof fn>
    findPeople.mockImplementation(
      (query: string) =>
        new Promise((resolve, reject) => {
          answers.set(query, (people) => (people instanceof Error ? reject(people) : resolve(people)))
        }),
    )
    const answer = async (query: string, people: EditorPerson[] | Error) => {
      await waitFor(() => expect(answers.has(query)).toBe(true))
      answers.get(query)?.(people)
    }
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Thanks @lo')
    await press('Enter')
    await type('and you')
    await expect(box.querySelectorAll('p')).toHaveLength(1)
    // Not the one that is awaited.
    await answer('', [])
    const href = 'https://forum.example/author/u3'
    await answer('lo', [{ id: 'u3', username: 'lou_demo', name: '', imageUrl: '', href }])
    await waitFor(() => expect(box).toHaveTextContent('Thanks @lou_demo and you'))
    await type('!')
    await saved(args, [{ data: { text: `Thanks <a href="${href}">@lou_demo</a> and you!` } }])
    await type(' @nobody')
    await press('Enter')
    await answer('nobody', [])
    await waitFor(() => expect(box.querySelectorAll('p')).toHaveLength(2))
    await type('@none')
    await press('Enter')
    await type('x')
    await answer('none', new Error('There is no connection.'))
    await waitFor(() => expect(box.querySelectorAll('p')).toHaveLength(3))
    await type('y')
    await saved(args, [{}, { data: { text: '@none' } }, { data: { text: 'xy' } }])
  },
}

/** The list of the last sign typed opens, also while names before it are searched for. */
export const NewestList: Story = {
  args: { findPeople: fn() },
  play: async ({ canvasElement, args }) => {
    const answers = new Map<string, (people: EditorPerson[]) => void>()
    const findPeople = args.findPeople as ReturnType<typeof fn>
    findPeople.mockImplementation((query: string) => new Promise((resolve) => answers.set(query, resolve)))
    const answer = async (query: string, ...names: string[]) => {
      await waitFor(() => expect(answers.has(query)).toBe(true))
      const personOf = (username: string) => ({ id: username, username, name: '', imageUrl: '' })
      answers.get(query)?.(names.map((name) => ({ ...personOf(name), href: `https://forum.example/author/${name}` })))
    }
    const canvas = within(canvasElement)
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Thanks @lo')
    await press('Enter')
    await type(':tad')
    await canvas.findByRole('option', { name: /tada/ })
    // The name arrives, and the list stays.
    await answer('lo', 'lou_demo')
    await waitFor(() => expect(box).toHaveTextContent('Thanks @lou_demo :tad'))
    await canvas.findByRole('option', { name: /tada/ })
    await press('Enter')
    await expect(box).toHaveTextContent('Thanks @lou_demo 🎉')
    // Two names at once, of which the second arrives first.
    await type(' @be')
    await press('Enter')
    await type('@ad')
    await press('Enter')
    await answer('ad', 'ada_demo')
    await waitFor(() => expect(box).toHaveTextContent('@be@ada_demo'))
    await type('/head')
    await canvas.findByRole('option', { name: /Heading 2/ })
    await answer('be')
    await waitFor(() => expect(box.querySelectorAll('p')).toHaveLength(2))
    await canvas.findByRole('option', { name: /Heading 2/ })
    await press('Escape')
    await type('!')
    await saved(args, [{}, { data: { text: '<a href="https://forum.example/author/ada_demo">@ada_demo</a> /head!' } }])
  },
}

/** Who adds several files goes on writing below them. Undoing takes all of them away. */
export const SeveralFiles: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('Before')
    paste(box, [picture('a.png'), picture('b.png')])
    await type('After')
    await expect([...box.children].map(({ localName }) => localName)).toEqual(['p', 'figure', 'figure', 'p'])
    await expect(box.lastElementChild).toHaveTextContent('After')
    await press('Control+z')
    await press('Control+z')
    await saved(args, [{ data: { text: 'Before' } }])
    await expect(box.children).toHaveLength(1)
  },
}

/** The address of a profile becomes a mention when it is pasted. Undoing that once leaves the link. */
export const PastedProfiles: Story = {
  args: {
    findProfile: fn(async (href: string) =>
      href.endsWith('/author/ada-demo')
        ? { id: 'u1', username: 'ada_demo', name: 'Ada', imageUrl: '', href: 'https://forum.example/author/u1' }
        : null,
    ),
  },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    await type('By ')
    pasteText(box, 'https://forum.example/author/ada-demo')
    await expect(await within(canvasElement).findByText('@ada_demo added')).toBeInTheDocument()
    await type(' and ')
    pasteText(box, 'https://other.example/author/ada')
    await waitFor(() => expect(args.findProfile).toHaveBeenCalledTimes(2))
    const other = '<a href="https://other.example/author/ada">https://other.example/author/ada</a>'
    const mention = '<a href="https://forum.example/author/u1">@ada_demo</a>'
    await saved(args, [{ data: { text: `By ${mention} and ${other}` } }])
    await press('Control+z')
    await press('Control+z')
    await saved(args, [{ data: { text: `By ${mention}` } }])
    await press('Control+z')
    const link = '<a href="https://forum.example/author/ada-demo">https://forum.example/author/ada-demo</a>'
    await saved(args, [{ data: { text: `By ${link}` } }])
    await type('!')
    await saved(args, [{ data: { text: `By ${link}!` } }])
  },
}

/** Files that haven't arrived are on the device, and their blocks come back with the text, where they were. */
export const WaitingFiles: Story = {
  args: {
    document: { blocks: [text('a', 'One'), text('b', 'Two')] },
    uploads: uploads(fn(endless.upload)),
    filesKey: 'story',
  },
  render: function Render(args) {
    const [visit, setVisit] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setVisit(visit + 1)}>
          Reload
        </button>
        <Editor key={visit} {...args} />
      </>
    )
  },
  play: async ({ canvasElement, args }) => {
    await dropKeptFiles('story')
    const canvas = within(canvasElement)
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    paste(box, [picture('a.png')])
    await canvas.findByText('Uploading a.png')
    await select(box.querySelector('figcaption'))
    await type('A caption')
    await waitFor(async () => expect(await waitingFiles('story')).toMatchObject([{ place: { after: 'a' } }]))
    await waitFor(async () => expect(JSON.stringify(await waitingFiles('story'))).toContain('A caption'))
    await userEvent.click(canvas.getByRole('button', { name: 'Reload' }))
    const again = await ready(canvasElement)
    await canvas.findByText('Uploading a.png')
    await waitFor(() => expect(args.uploads?.upload).toHaveBeenCalledTimes(2))
    await expect([...again.children].map(({ localName }) => localName)).toEqual(['p', 'figure', 'p'])
    await expect(again.querySelector('figcaption')).toHaveTextContent('A caption')
    // One that was given up doesn't.
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await waitFor(async () => expect(await waitingFiles('story')).toEqual([]))
    await userEvent.click(canvas.getByRole('button', { name: 'Reload' }))
    const empty = await ready(canvasElement)
    await expect(empty.querySelectorAll('figure')).toHaveLength(0)
    // Those of a discarded text come back when that is undone.
    await select(empty.querySelector('p'))
    paste(empty, [picture('b.png')])
    await waitFor(async () => expect(await waitingFiles('story')).toMatchObject([{ place: { after: 'a' } }]))
    const undo = await dropKeptFiles('story')
    await waitFor(async () => expect(await waitingFiles('story')).toEqual([]))
    await undo()
    await userEvent.click(canvas.getByRole('button', { name: 'Reload' }))
    await expect((await ready(canvasElement)).querySelectorAll('figure')).toHaveLength(1)
    await canvas.findByText('Uploading b.png')
    await dropKeptFiles('story')
  },
}

/** What this device has of the files of a text. */
async function waitingFiles(scope: string): Promise<unknown[]> {
  const result = <Result,>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('The request failed.'))
    })
  const database = await result(indexedDB.open('stoa-editor'))
  const all = await result(database.transaction('places').objectStore('places').getAll())
  database.close()
  return all.filter((one: { scope: string }) => one.scope === scope)
}

/** Pictures of other sites become links, and copies of them are offered. */
export const ForeignPictures: Story = {
  args: { uploads: endless },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    const clipboardData = new DataTransfer()
    const image =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const html = `<p>Look</p><img src="https://pictures.invalid/a.png" alt="A bridge"><img src="${image}" alt="Inline">`
    clipboardData.setData('text/html', html)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    // One that is part of the text is uploaded.
    await within(canvasElement).findByText('Uploading Inline.png')
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Upload a copy' }))
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Show it from its site' }))
    await saved(args, [
      { data: { text: 'Look' } },
      { type: 'image', data: { file: { url: 'https://pictures.invalid/a.png' }, alt: 'A bridge' } },
      // To go on with below the last one, which is being uploaded.
      { data: { text: '' } },
    ])
    await expect(within(canvasElement).queryByRole('button', { name: 'Dismiss' })).toBeNull()
  },
}

/** Where the page can load pictures of other sites, their copies are uploaded. */
export const CopiedPictures: Story = {
  args: {
    uploads: {
      ...endless,
      fetchPicture: fn(async (url: string) => {
        if (url.includes('gone')) throw new Error('There is none.')
        return new Blob(['picture'], { type: 'image/webp' })
      }),
    },
  },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await select(box.querySelector('p'))
    const clipboardData = new DataTransfer()
    const pictures = ['a.png" alt="A bridge', 'gone.png', 'b.png']
    const html = pictures.map((rest) => `<img src="https://pictures.invalid/${rest}">`).join('')
    clipboardData.setData('text/html', `<p>Look</p>${html}`)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Upload copies' }))
    await within(canvasElement).findByText('Uploading A bridge.webp')
    await within(canvasElement).findByText('Uploading b.webp')
    await expect([...box.children].map(({ localName }) => localName)).toEqual(['p', 'figure', 'p', 'figure'])
    await expect(within(canvasElement).getByRole('button', { name: 'Show it from its site' })).toBeVisible()
    await expect(args.uploads?.fetchPicture).toHaveBeenCalledTimes(3)
  },
}

/** Files are dropped between two blocks. */
export const DroppedFile: Story = {
  args: { document: { blocks: [text('a', 'One'), text('b', 'Two')] }, uploads: endless },
  play: async ({ canvasElement }) => {
    const box = await ready(canvasElement)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(picture())
    const first = box.firstElementChild as HTMLElement
    const { left, bottom } = first.getBoundingClientRect()
    const drag = (name: string) =>
      first.dispatchEvent(
        new DragEvent(name, {
          clientX: left + 5,
          clientY: bottom - 2,
          dataTransfer,
          bubbles: true,
          cancelable: true,
        }),
      )
    drag('dragover')
    await expect(canvasElement.querySelector('.stoa-editor-gap')).toBeVisible()
    drag('drop')
    await expect([...box.children].map(({ localName }) => localName)).toEqual(['p', 'figure', 'p'])
    await expect(box.firstElementChild).toHaveTextContent('One')
    await expect(canvasElement.querySelector('.stoa-editor-gap')).toBeNull()
  },
}

/** A heading row is one for screen readers, too. */
export const HeadingRow: Story = {
  args: {
    document: {
      blocks: [
        {
          id: 'a',
          type: 'table',
          data: {
            withHeadings: true,
            content: [
              ['Day', 'Time'],
              ['Mo', '9'],
            ],
          },
        },
      ],
    },
  },
  play: async ({ canvasElement, args }) => {
    const box = await ready(canvasElement)
    await expect(within(box).getAllByRole('columnheader')).toHaveLength(2)
    await select(box.querySelector('th'))
    await type('s')
    await saved(args, [
      {
        data: {
          content: [
            ['Days', 'Time'],
            ['Mo', '9'],
          ],
        },
      },
    ])
    const bar = await within(canvasElement).findByRole('toolbar', { name: 'Block settings' })
    await userEvent.click(within(bar).getByRole('button', { name: 'Heading row' }))
    await expect(within(box).queryAllByRole('columnheader')).toHaveLength(0)
    await expect(box.querySelectorAll('td')).toHaveLength(4)
  },
}

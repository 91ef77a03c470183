import { StoaError } from '@stoa/client'
import { type CallInput, type DomainMenu, errors, followUrlMapping, type MenuItem } from '@stoa/contract'
import { exampleDomain, exampleMe, exampleMenu } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { MENU_EDITOR_PATH } from '../../../paths.ts'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

beforeEach(() => {
  cleanup()
  followUrlMapping(() => undefined)
})

const menu = exampleMenu()
const saves = () =>
  vi.fn(({ items, revision }: CallInput<'menuSave'>) => ({
    menu: { ...menu, items: items as MenuItem[], revision: revision + 1 },
  }))
function show(callResponses: ForumContent['callResponses'] = {}) {
  return render(
    <ForumAt
      path={MENU_EDITOR_PATH}
      viewer={exampleMe({ networkAdmin: true })}
      callResponses={{
        domainList: () => ({ items: [exampleDomain()] }),
        menuGet: () => ({ menu }),
        ...callResponses,
      }}
    />,
  )
}
const list = () => screen.findByRole('list', { name: 'Menu items' })
const order = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent)
const handle = (label: string) => screen.findByRole('button', { name: `Move ${label}` })
const choose = async (label: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${label}` }))
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
}
const said = (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(words))

test('items are moved with the keys, which is announced, and Escape puts them back', async () => {
  show()
  ;(await handle('Summer party')).focus()
  await userEvent.keyboard(' ')
  await said('Picked up Summer party. Position 3 of 4.')
  await userEvent.keyboard('{ArrowUp}')
  await said('Summer party moved. Position 2 of 4.')
  expect(document.activeElement).toBe(await handle('Summer party'))
  await userEvent.keyboard('{ArrowRight}')
  await said('Summer party moved. Position 3 of 3 below Commons.')
  await userEvent.keyboard('{Escape}')
  await said('Move canceled. Position 3 of 4.')
  expect(await order()).toEqual([
    'Commons',
    'Market square',
    'What the ferry was for',
    'Moderation guide',
    'Summer party',
    'The Gazette',
  ])
  // Without being picked up, the keys do nothing.
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull()
})

test('items are moved and removed by their menus, and saved in the order of the list', async () => {
  const menuSave = saves()
  show({ menuSave })
  await choose('The Gazette', 'Move up')
  await choose('Market square', 'Move to the first level')
  await choose('Summer party', 'Remove')
  await waitFor(async () => expect(await handle('The Gazette')).toBeTruthy())
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(menuSave).toHaveBeenCalled())
  const [[{ items, revision }]] = menuSave.mock.calls as unknown as [[CallInput<'menuSave'>]]
  expect(revision).toBe(3)
  expect(items.map(({ id, items: below = [] }) => [id, ...below.map((one) => one.id)])).toEqual([
    ['commons', 'ferry'],
    ['market'],
    ['guide'],
    ['gazette'],
  ])
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull())
})

test('a conflict shows both sides, and both edits are kept', async () => {
  const items = exampleMenu().items
  const theirs: DomainMenu = exampleMenu({
    revision: 4,
    author: 'lou',
    items: [...items, { ...(items[3] as MenuItem), id: 'new', labels: { en: 'From Lou' } }],
  })
  const sent: CallInput<'menuSave'>[] = []
  show({
    menuSave: (input) => {
      sent.push(input)
      if (input.revision === 4) return { menu: { ...theirs, items: input.items as MenuItem[], revision: 5 } }
      const { status, message } = errors.EDIT_CONFLICT
      throw new StoaError('EDIT_CONFLICT', { status, message, details: { menu: theirs } })
    },
  })
  await choose('Summer party', 'Remove')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const conflict = await screen.findByRole('group', { name: 'Someone else just saved this menu' })
  expect(document.activeElement).toBe(conflict)
  expect(within(conflict).getByText('From Lou')).toBeTruthy()
  await userEvent.click(within(conflict).getByRole('button', { name: 'Combine both' }))
  expect(await order()).toContain('From Lou')
  expect(await order()).not.toContain('Summer party')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.items.map(({ id }) => id)).toEqual(['commons', 'guide', 'gazette', 'new'])
})

test('a failure without words says that saving failed; others show their own', async () => {
  const failure = { code: 'NETWORK' as 'NETWORK' | 'FORBIDDEN', message: 'Couldn’t reach the server.' }
  show({
    menuSave: () => {
      throw new StoaError(failure.code, { message: failure.message })
    },
  })
  await choose('The Gazette', 'Move up')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save menu')).toBeTruthy()
  Object.assign(failure, { code: 'FORBIDDEN', message: 'You may not do this.' })
  // The button may still be busy.
  await waitFor(async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('You may not do this.')).toBeTruthy()
  })
})

test('an item is added, and the preview shows what each reader sees', async () => {
  const checked = vi.fn(({ items }: CallInput<'menuCheck'>) => ({
    items: items as MenuItem[],
    targets: [{ kind: 'link' as const, target: '/pages/rules', title: '', href: '/pages/rules', problem: null }],
  }))
  show({ menuCheck: checked })
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('Links to'), 'Link')
  await userEvent.type(dialog.getByLabelText('Address'), '/pages/rules')
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await dialog.findByText('A link needs a label.')).toBeTruthy()
  expect(checked).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByLabelText('Label (en)'), 'Rules')
  await userEvent.selectOptions(dialog.getByLabelText('Visible to'), 'Members')
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(async () => expect((await order()).at(-1)).toBe('Rules'))
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  const shown = () => [...document.querySelectorAll('.stoa-app-menu-screen a')].map((one) => one.textContent?.trim())
  expect(shown()).toEqual(['Commons', 'Market square', expect.stringContaining('The Gazette')])
  await userEvent.selectOptions(preview.getByLabelText('As seen by'), 'A moderator')
  expect(shown()).toContain('Rules')
  expect(shown()).toContain('What the ferry was for')
  expect(shown()).not.toContain('Summer party')
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'de')
  expect(shown()).toContain('Allmende')
})

test('JSON is imported after a check, whose problems are named by path', async () => {
  let isGood = false
  show({
    menuCheck: ({ items }) => {
      if (isGood) return { items: items as MenuItem[], targets: [] }
      const { status, message } = errors.VALIDATION_FAILED
      const details = [{ field: 'items.1.items.0.target', message: 'Use a path of the forum.' }]
      throw new StoaError('VALIDATION_FAILED', { status, message, details })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import JSON' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Menu as JSON')
  await userEvent.type(field, 'nothing')
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText(/This isn’t valid JSON/)).toBeTruthy()
  await userEvent.clear(field)
  const [first] = exampleMenu().items
  await userEvent.click(field)
  await userEvent.paste(JSON.stringify({ items: [first] }))
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await dialog.findByText('items[1].items[0].target: Use a path of the forum.')).toBeTruthy()
  expect(await order()).toHaveLength(6)
  isGood = true
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  await waitFor(async () => expect(await order()).toHaveLength(3))
})

test('what is changed while the menu is saved stays unsaved', async () => {
  let respond = () => {}
  show({
    menuSave: ({ items, revision }) =>
      new Promise((resolve) => {
        respond = () => resolve({ menu: { ...menu, items: items as MenuItem[], revision: revision + 1 } })
      }) as never,
  })
  await choose('The Gazette', 'Move up')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await choose('Summer party', 'Remove')
  respond()
  await screen.findByText('Menu saved')
  expect(await order()).not.toContain('Summer party')
  expect(screen.getByRole('group', { name: 'Unsaved changes' })).toBeTruthy()
})

test('a menu that is kept for later is back when it is opened again', async () => {
  show()
  await choose('Summer party', 'Remove')
  await userEvent.click(screen.getByRole('link', { name: 'Pages' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep for later' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Menu items' })).toBeNull())
  await userEvent.click(screen.getByRole('link', { name: 'Menus' }))
  expect(await order()).not.toContain('Summer party')
  expect(await screen.findByRole('group', { name: 'Unsaved changes' })).toBeTruthy()
})

test('Enter in the dialog means Done; posts are found by any address, and failures are told apart', async () => {
  const menuSave = saves()
  const postGet = vi.fn((_: CallInput<'postGet'>): never => {
    throw new StoaError('POST_NOT_FOUND', { message: 'Post not found.' })
  })
  show({ menuSave, postGet })
  await choose('Summer party', 'Remove')
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('Links to'), 'Post')
  const field = dialog.getByLabelText('Post address or id')
  await userEvent.type(field, 'https://%{Enter}')
  expect(await dialog.findByText('Enter a post’s address.')).toBeTruthy()
  await userEvent.clear(field)
  followUrlMapping(() => ({ GARDEN: '/talk' }))
  await userEvent.type(field, '/talk/GARDEN/community/ferry{Enter}')
  expect(await dialog.findByText('There is no such post on this domain.')).toBeTruthy()
  expect(postGet.mock.calls[0]?.[0]).toMatchObject({ tokenName: 'GARDEN', idOrSlug: 'ferry' })
  postGet.mockImplementation(() => {
    throw new StoaError('NETWORK', { message: 'Offline.' })
  })
  await userEvent.type(field, '-2{Enter}')
  expect(await dialog.findByText(/Couldn’t reach the server/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Another language'), 'fr{Enter}')
  expect(dialog.getByLabelText('Label (fr)')).toBeTruthy()
  expect(menuSave).not.toHaveBeenCalled()
})

test('the dialog says that communities couldn’t be loaded', async () => {
  show({
    communityList: () => {
      throw new StoaError('NETWORK', { message: 'Offline.' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }))
  expect(await screen.findByText('Couldn’t load the communities')).toBeTruthy()
})

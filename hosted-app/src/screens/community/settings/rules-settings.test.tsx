import { StoaError } from '@stoa/client'
import { type CallInput, COMMUNITY_RULES_MAX, errors } from '@stoa/contract'
import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

// It would still be loading when the test ends.
vi.mock('@stoa/editor', async (load) => ({ ...(await load()), Editor: () => null }))

const editor = exampleMe({ tokenPermissions: { FORUM: ['editBBS'] } })
const path = '/bbs/FORUM/admin-settings/rules'
const ruled = (...titles: string[]) =>
  exampleCommunity({ rules: titles.map((title) => ({ title, text: `Why: ${title}` })) })
const show = (content: Partial<ForumContent> = {}) => render(<ForumAt path={path} viewer={editor} {...content} />)
const titles = () => screen.getAllByLabelText<HTMLInputElement>('Title').map(({ value }) => value)

test('rules are added, moved, removed and saved; focus stays with the pressed control', async () => {
  const inputs: CallInput<'communityEdit'>[] = []
  const community = ruled('Be kind', 'Stay on topic')
  const communityEdit = (input: CallInput<'communityEdit'>) => {
    inputs.push(input)
    return { community: { ...community, rules: [] } }
  }
  show({ communities: [community], callResponses: { communityEdit } })
  expect(await screen.findByRole('link', { name: 'Rules', current: 'page' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Move rule 1 down' }))
  expect(titles()).toEqual(['Stay on topic', 'Be kind'])
  // It is last now, so focus moves to the button for moving it up.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move rule 2 up'))
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByLabelText('Title')[2]))
  await userEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  expect(await screen.findByText('Give this rule a title, or remove it.')).toBeTruthy()
  fireEvent.input(screen.getAllByLabelText('Title')[2]!, { target: { value: 'be KIND ' } })
  expect(await screen.findByText('Another rule has this title.')).toBeTruthy()
  expect(inputs).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Remove rule 3' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await waitFor(() => expect(inputs).toHaveLength(1))
  expect(inputs[0]?.rules?.map(({ title }) => title)).toEqual(['Stay on topic', 'Be kind'])
})

test('focus follows the pressed button of a rule that isn’t last', async () => {
  show({ communities: [ruled('Be kind', 'Stay on topic', 'No ads', 'Have fun')] })
  await userEvent.click(await screen.findByRole('button', { name: 'Move rule 2 down' }))
  expect(titles()).toEqual(['Be kind', 'No ads', 'Stay on topic', 'Have fun'])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move rule 3 down'))
  await userEvent.click(screen.getByRole('button', { name: 'Move rule 3 up' }))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move rule 2 up'))
})

test('unsaved text is kept until it is saved or discarded', async () => {
  const community = ruled('Be kind')
  const { unmount } = show({ communities: [community], calls: { communityEdit: 'fails' } })
  fireEvent.input(await screen.findByLabelText('Title'), { target: { value: 'Be very kind' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  expect(await screen.findByText(/Couldn’t reach the server/)).toBeTruthy()
  expect(titles()).toEqual(['Be very kind'])
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(titles()).toEqual(['Be kind'])
  unmount()
})

test('a rule that somebody else has saved meanwhile is listed and kept', async () => {
  const now = ruled('Be kind', 'No adverts')
  const communityEdit = vi.fn((input: CallInput<'communityEdit'>) => {
    if (input.revision !== 9)
      throw new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { community: { ...now, revision: 9 } } })
    return { community: { ...now, rules: [] } }
  })
  show({ communities: [ruled('Be kind')], callResponses: { communityEdit } })
  fireEvent.input(await screen.findByLabelText('Title'), { target: { value: 'Be very kind' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await screen.findByText('Added: No adverts')
  expect(titles()).toEqual(['Be very kind', 'No adverts'])
  await userEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await screen.findByText('Saved')
  expect(communityEdit.mock.lastCall?.[0].rules?.map(({ title }) => title)).toEqual(['Be very kind', 'No adverts'])
})

test('no rule can be added beyond the maximum', async () => {
  const names = Array.from({ length: COMMUNITY_RULES_MAX }, (_, index) => `Rule ${index}`)
  show({ communities: [ruled(...names)] })
  await screen.findAllByLabelText('Title')
  expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull()
})

test('members see the rules on the about page and while writing', async () => {
  const communities = [ruled('Be kind', 'Stay on topic')]
  const { unmount } = show({ communities, path: '/bbs/FORUM/tab/about', viewer: null } as never)
  const list = await screen.findByRole('region', { name: 'Rules' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Be kindWhy: Be kind', 'Stay on topicWhy: Stay on topic'])
  unmount()
  show({ communities, path: '/bbs/FORUM/posts/create', viewer: exampleMe() } as never)
  await userEvent.click(await screen.findByRole('button', { name: 'Post settings' }))
  await screen.findByText('2 community rules')
})

test('people without the permission are told that they can’t change settings', async () => {
  show({ viewer: exampleMe() })
  expect(await screen.findByText('You can’t change this community’s settings')).toBeTruthy()
})

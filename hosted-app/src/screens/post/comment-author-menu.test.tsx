import { exampleBranch, exampleComment, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

// Preloaded, so that loading doesn't count toward the tests' time.
beforeAll(() => Promise.all([import('./comment-author-menu.tsx'), import('../community/members/member-menu.tsx')]))
const PATH = '/bbs/FORUM/community/slug'
const wren = exampleBranch(exampleComment('wren'))
const wrensName = wren.publisherProfileName || wren.publisherName
const guard = exampleMe({ tokenPermissions: { FORUM: ['banUser'] } })

async function openMenu(content: ForumContent) {
  render(<ForumAt path={PATH} comments={[wren]} viewer={guard} {...content} />)
  await userEvent.click(await screen.findByRole('button', { name: /^More actions for the comment/ }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

test('a manager of the community acts on a comment’s author from its menu', async () => {
  expect(await openMenu({})).toContain(`Manage ${wrensName}…`)
  await userEvent.click(screen.getByRole('menuitem', { name: /^Manage/ }))
  const first = await screen.findByRole('menuitem', { name: 'Time out…' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Ban…' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ban for 1 day', hidden: true }))
  expect(await screen.findByText(`${wrensName} was banned.`)).toBeTruthy()
})

test('others don’t get these actions, nor does anyone for themselves or anonymous authors', async () => {
  const ownComment = exampleBranch(exampleComment('newt', { publisherId: guard.id }))
  const anonymous = exampleBranch(exampleComment('wren', { publisherId: '' }))
  for (const content of [
    { viewer: null },
    { viewer: exampleMe({ id: 'z'.repeat(20) }) },
    { comments: [ownComment] },
    { comments: [anonymous] },
  ]) {
    expect((await openMenu(content)).filter((item) => item?.startsWith('Manage'))).toEqual([])
    cleanup()
  }
})

test('these actions replace the others in the same menu until it closes', async () => {
  await openMenu({})
  await userEvent.click(screen.getByRole('menuitem', { name: /^Manage/ }))
  await screen.findByRole('menuitem', { name: 'Time out…' })
  expect(screen.queryByRole('menuitem', { name: 'Copy link' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Manage/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  const more = screen.getByRole('button', { name: /^More actions for the comment/ })
  expect(document.activeElement).toBe(more)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.textContent).toBe('Save')
  await userEvent.click(screen.getByRole('menuitem', { name: /^Manage/ }))
  expect(document.activeElement?.textContent).toBe('Time out…')
})

import { exampleMe, exampleMenuLinks } from '@stoa/contract/fixtures'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'
import { MainMenu } from './main-menu.tsx'

beforeEach(() => cleanup())
afterEach(() => vi.unstubAllGlobals())

test('the entry of the current page is marked; other sites open in a new tab', () => {
  render(<MainMenu items={exampleMenuLinks} address="/pages/rules/" />)
  expect(screen.getByRole('link', { name: 'Rules' }).getAttribute('aria-current')).toBe('page')
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  expect(screen.getByRole('link', { name: /The Gazette/ })).toMatchObject({
    target: '_blank',
    rel: 'noopener noreferrer',
  })
})

test('visitors find the menu in the rail and in the header', async () => {
  render(<ForumAt path="/bbs/picker" viewer={null} menu={exampleMenuLinks} />)
  const rail = await screen.findByRole('navigation', { name: 'Main' })
  expect(within(rail).getByRole('link', { name: 'Market square' })).toBeTruthy()
  expect(document.querySelector('.stoa-app-menu-popup')).toBeTruthy()
})

test('members see their own menu in the rail', async () => {
  const media = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === '(min-width: 80rem)' }))
  render(
    <ForumAt
      path="/bbs/picker"
      viewer={exampleMe()}
      menu={exampleMenuLinks}
      callResponses={{ menuShow: () => ({ items: [{ ...exampleMenuLinks[1], label: 'For members' } as never] }) }}
    />,
  )
  expect(await screen.findByRole('link', { name: 'For members' })).toBeTruthy()
  expect(document.querySelector('.stoa-app-menu-popup')).toBeNull()
})

import { exampleMe, exampleMenuLinks } from '@stoa/contract/fixtures'
import { cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ForumAt } from '../../testing/forum-at.tsx'
import { MainMenu } from './main-menu.tsx'

beforeEach(() => cleanup())

test('the entry of the current page is marked; other sites open in a new tab', () => {
  render(<MainMenu items={exampleMenuLinks} address="/pages/rules/" />)
  expect(screen.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page')
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  expect(screen.getByRole('link', { name: /The Gazette/ })).toMatchObject({
    target: '_blank',
    rel: 'noopener noreferrer',
  })
})

test('visitors find the menu in the rail and in the header', async () => {
  render(<ForumAt path="/bbs/picker" viewer={null} menu={exampleMenuLinks} />)
  const rail = await screen.findByRole('navigation', { name: 'Main' })
  expect(within(rail).getByRole('link', { name: 'Market square' })).toBeInTheDocument()
  expect(document.querySelector('.stoa-app-menu-popup')).toBeInTheDocument()
})

test('members see their own menu in the rail', async () => {
  render(
    <ForumAt
      path="/bbs/picker"
      viewer={exampleMe()}
      menu={exampleMenuLinks}
      callResponses={{ menuShow: () => ({ items: [{ ...exampleMenuLinks[1], label: 'For members' } as never] }) }}
    />,
  )
  expect(await screen.findByRole('link', { name: 'For members' })).toBeInTheDocument()
  expect(document.querySelector('.stoa-app-menu-popup')).toBeNull()
})

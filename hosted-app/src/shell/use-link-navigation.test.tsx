import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ForumAt } from '../testing/forum-at.tsx'

test('links to screens stay in the app; short links and files are left to the browser', async () => {
  render(<ForumAt path="/bbs/picker" viewer={null} />)
  await screen.findByRole('main')
  const isTaken = (href: string): boolean => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    let taken = false
    const look = (event: Event) => {
      taken = event.defaultPrevented
      // jsdom can't navigate.
      event.preventDefault()
    }
    window.addEventListener('click', look)
    fireEvent.click(link)
    window.removeEventListener('click', look)
    link.remove()
    return taken
  }
  expect(['/s/abcdefg', '/s/abcdefg+', '/api/posts', '/media/a.png', 'https://news.example/'].filter(isTaken)).toEqual(
    [],
  )
  expect(['/bbs', '/bbs/popular', '/station'].map(isTaken)).toEqual([true, true, true])
})

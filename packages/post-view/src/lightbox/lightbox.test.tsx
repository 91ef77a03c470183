import { examplePost } from '@stoa/contract/fixtures'
import { I18nProvider } from '@stoa/ui'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { PostView } from '../post-view.tsx'
import { Lightbox } from './lightbox.tsx'

afterEach(cleanup)

const postContent = JSON.stringify({
  blocks: [
    { type: 'paragraph', data: { text: 'See <a href="https://maps.example/">the map</a>.' } },
    { type: 'image', data: { file: { url: '/media/mill.webp' }, caption: 'The <b>mill</b>' } },
    { type: 'image', data: { file: { url: '/media/map.webp' }, alt: 'A map' } },
  ],
})
const post = examplePost({ postContent, heroImage: { url: '/media/hero.webp', alt: 'A boat', credit: 'By Bea' } })
const shown = () => within(screen.getByRole('dialog')).getByRole('img').getAttribute('src')

it('opens a post’s pictures at full size, and returns focus', async () => {
  render(<PostView post={post} />)
  const link = screen.getByRole('link', { name: 'Open picture: The mill' })
  expect(link.getAttribute('href')).toBe('/media/mill.webp')
  link.focus()
  await userEvent.click(link)
  const dialog = await screen.findByRole('dialog', { name: 'Pictures' })
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe('/media/mill.webp')
  expect(within(dialog).getByText('2 of 3')).toBeTruthy()
  expect(dialog.querySelector('figcaption')?.innerHTML).toBe('The <b>mill</b>')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Next picture' }))
  expect(shown()).toBe('/media/map.webp')
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' })
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' })
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' })
  expect(shown()).toBe('/media/hero.webp')
  expect(dialog.querySelector('figcaption')?.textContent).toBe('Image: By Bea')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(link)
})

it('leaves modified clicks to the browser', () => {
  render(<PostView post={post} />)
  expect(fireEvent.click(screen.getByRole('link', { name: 'Open picture: A map' }), { ctrlKey: true })).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('follows the reading direction', () => {
  const pictures = ['a', 'b'].map((name) => ({ url: `/media/${name}.webp`, alt: name, caption: '' }))
  render(
    <I18nProvider locale="ar">
      <div dir="rtl" style={{ direction: 'rtl' }}>
        <Lightbox pictures={pictures} start={0} onClose={vi.fn()} />
      </div>
    </I18nProvider>,
  )
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' })
  expect(shown()).toBe('/media/b.webp')
})

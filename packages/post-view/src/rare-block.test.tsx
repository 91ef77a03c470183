import { cleanup, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PostBlocks, type PostBlocksProps } from './post-blocks.tsx'
import { prepareBlocks } from './rare-block.tsx'

const network = vi.hoisted(() => ({ bring: (): unknown => Promise.reject(new Error('cut off')) }))
vi.mock('./rare-blocks.ts', async (original) => {
  await network.bring()
  return original()
})

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const source = 'https://vimeo.com/289836809'
const blocks: PostBlocksProps['blocks'] = [{ type: 'embed', service: 'vimeo', source, caption: '' }]

// What has been loaded stays: one page from its first post to its last.
test('a block whose code fails is a link until it can be loaded; then it is the server’s rendering', async () => {
  render(<PostBlocks blocks={blocks} />)
  expect((await screen.findByRole('link')).textContent).toBe(source)
  cleanup()

  let arrive = () => {}
  network.bring = () => new Promise<void>((resolve) => (arrive = resolve))
  const { container } = render(<PostBlocks blocks={blocks} />)
  expect(container.querySelector('.stoa-post-awaited')).toBeTruthy()
  await vi.waitFor(() => {
    arrive()
    expect(screen.getByRole('link', { name: /Vimeo/ })).toBeTruthy()
  })
  cleanup()

  await prepareBlocks(JSON.stringify({ blocks: [{ type: 'embed', data: { service: 'vimeo', source } }] }))
  const box = document.createElement('div')
  box.innerHTML = renderToString(<PostBlocks blocks={blocks} />)
  document.body.append(box)
  const cover = screen.getByRole('link', { name: /Vimeo/ })
  const root = hydrateRoot(box, <PostBlocks blocks={blocks} />)
  await vi.waitFor(() => {
    cover.click()
    expect(box.querySelector('iframe')).toBeTruthy()
  })
  root.unmount()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { options, stubLayout } from '../testing/rendered-thread.ts'
import { mountThread } from './mount-thread.tsx'

vi.mock('../first-view/styles.css?inline', () => ({ default: '' }))
vi.mock('./client-thread.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  stubLayout({ stub: vi.stubGlobal })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('reports it when neither the rendering nor the code for an error could be loaded', async () => {
  const host = document.createElement('stoa-comments')
  const onError = vi.fn()
  mountThread(host, { options, view: { part: 'comments', styles: '', draw: () => null }, onError })
  await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
})

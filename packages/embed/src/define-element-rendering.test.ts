import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineElement, type MountOptions } from './define-element.ts'
import { insertElement, SeenAtOnce, settled } from './testing/element-in-page.ts'

const update = vi.fn<(options: MountOptions) => void>()
const unmount = vi.fn()
const mount = vi.fn((_host: HTMLElement, _options: MountOptions, _onLost: (error: unknown) => void) => ({
  update,
  unmount,
}))
const parts = { forumUrl: 'https://forum.example', load: async () => mount }

let count = 0
let tag = ''

beforeEach(() => {
  count += 1
  tag = `stoa-rendered-${count}`
  vi.clearAllMocks()
  vi.stubGlobal('IntersectionObserver', SeenAtOnce)
})

afterEach(() => {
  document.body.innerHTML = ''
})

const insert = (attributes?: Record<string, string>) => insertElement(tag, attributes)

/** A rendering that is wanted when `want` is called. */
function rendering() {
  let hear = () => {}
  const rendered = {
    untilWanted: vi.fn(() => new Promise<void>((resolve) => (hear = resolve))),
    update: vi.fn(() => true),
    handOver: vi.fn(),
    remove: vi.fn(),
  }
  return { rendered, want: () => hear() }
}

it('leaves the rendering alone until its own code is wanted, then hands it over', async () => {
  const { rendered, want } = rendering()
  const load = vi.fn(parts.load)
  defineElement(tag, { ...parts, load, render: async () => rendered })
  const element = insert()
  await settled()
  expect(load).not.toHaveBeenCalled()
  want()
  await settled()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  expect(rendered.handOver).toHaveBeenCalledOnce()
  element.theme = 'dark'
  await settled()
  // Both: the rendering serves what is not alive yet.
  expect(rendered.update).toHaveBeenCalledTimes(2)
  expect(update).toHaveBeenCalledOnce()
  element.remove()
  await settled()
  expect(unmount).toHaveBeenCalledOnce()
  expect(rendered.remove).toHaveBeenCalledOnce()
})

it('mounts at once where nothing could be rendered, which its own code tells', async () => {
  const render = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(null)
  defineElement(tag, { ...parts, render })
  insert()
  insert()
  await settled()
  expect(mount).toHaveBeenCalledTimes(2)
})

it('removes a rendering before what takes it over, which may not have come to its texts yet', async () => {
  const { rendered, want } = rendering()
  defineElement(tag, { ...parts, render: async () => rendered })
  const element = insert()
  await settled()
  want()
  await vi.waitFor(() => expect(rendered.handOver).toHaveBeenCalledOnce())
  element.remove()
  await vi.waitFor(() => expect(unmount).toHaveBeenCalledOnce())
  expect(rendered.remove).toHaveBeenCalledBefore(unmount)
})

it('removes a rendering with its element', async () => {
  const { rendered, want } = rendering()
  defineElement(tag, { ...parts, render: async () => rendered })
  const element = insert()
  await settled()
  element.remove()
  await settled()
  want()
  await settled()
  expect(rendered.remove).toHaveBeenCalledOnce()
  expect(mount).not.toHaveBeenCalled()
})

it('renders anew for options that the rendering is not of, also while it is on its way', async () => {
  const first = rendering()
  const second = rendering()
  first.rendered.update.mockReturnValue(false)
  const render = vi.fn().mockResolvedValueOnce(first.rendered).mockResolvedValueOnce(second.rendered)
  defineElement(tag, { ...parts, render })
  insert()
  await settled()
  expect(first.rendered.remove).toHaveBeenCalledOnce()
  expect(render).toHaveBeenCalledTimes(2)
  first.want()
  await settled()
  expect(mount).not.toHaveBeenCalled()
  second.want()
  await settled()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
})

it('keeps the rendering when its own code can’t be loaded, and tries again when it is next wanted', async () => {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  const { rendered, want } = rendering()
  const load = vi.fn(parts.load).mockRejectedValueOnce(new Error('offline'))
  defineElement(tag, { ...parts, load, render: async () => rendered })
  insert()
  await settled()
  want()
  await settled()
  await settled()
  expect(console).toHaveBeenCalledOnce()
  expect(rendered.handOver).not.toHaveBeenCalled()
  want()
  await settled()
  await settled()
  expect(mount).toHaveBeenCalledOnce()
  expect(rendered.handOver).toHaveBeenCalledOnce()
  console.mockRestore()
})

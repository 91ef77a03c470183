import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { WriterTools } from './import-writer-tools.ts'
import { lazyPart, prepareWriting } from './lazy-part.tsx'

const code = vi.hoisted(() => ({ come: (_: unknown) => {} }))
vi.mock('./import-writer-tools.ts', () => ({
  importWriterTools: () => new Promise((resolve) => (code.come = resolve)),
}))

const SignOut = lazyPart('SignOut')
const parts = { SignOut: () => <b>the part</b> } as unknown as WriterTools

/** Placeholder of a part whose code arrives between rendering and its effects. */
function Fallback() {
  useLayoutEffect(() => code.come(parts), [])
  return <i>on its way</i>
}

it('shows a part whose code arrives right after rendering without it', async () => {
  prepareWriting()
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  // As in a page, without `act`, which leaves no time between rendering and effects.
  root.render(<SignOut fallback={<Fallback />} />)
  await vi.waitFor(() => expect(box.textContent).toBe('the part'))
  root.unmount()
  box.remove()
})

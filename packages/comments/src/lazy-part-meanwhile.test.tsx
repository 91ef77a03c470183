import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { Writing } from './import-writing.ts'
import { lazyPart, prepareWriting } from './lazy-part.tsx'

const code = vi.hoisted(() => ({ come: (_: unknown) => {} }))
vi.mock('./import-writing.ts', () => ({ importWriting: () => new Promise((resolve) => (code.come = resolve)) }))

const SignOut = lazyPart('SignOut')
const parts = { SignOut: () => <b>the part</b> } as unknown as Writing

/** Stands for the part as long as it is not there, which ends between the drawing and what follows it. */
function Fallback() {
  useLayoutEffect(() => code.come(parts), [])
  return <i>on its way</i>
}

it('shows a part whose code comes just after it was drawn without', async () => {
  prepareWriting()
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  // As in a page, and not within `act`, which leaves no time between the two.
  root.render(<SignOut fallback={<Fallback />} />)
  await vi.waitFor(() => expect(box.textContent).toBe('the part'))
  root.unmount()
  box.remove()
})

import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { type Lazy, lazy } from './lazy.ts'
import { useLazy } from './use-lazy.ts'

afterEach(cleanup)

/** An import whose attempts the test ends. */
function network() {
  const attempts: { come: (code: string) => void; fail: () => void }[] = []
  const code = lazy(
    () =>
      new Promise<string>((resolve, reject) =>
        attempts.push({ come: resolve, fail: () => reject(new TypeError('Failed to fetch')) }),
      ),
  )
  return { attempts, code }
}

test('loads once, shares the promise and keeps the code', async () => {
  const { attempts, code } = network()
  expect(attempts).toHaveLength(0)
  const first = code.load()
  expect(code.load()).toBe(first)
  expect(code.code).toBeUndefined()
  expect(code.isRequested).toBe(true)
  attempts[0]?.come('code')
  expect(await first).toBe('code')
  expect(code.code).toBe('code')
  expect(await code.load()).toBe('code')
  expect(attempts).toHaveLength(1)
})

test('tries again after a failure, which only those who waited for it learn', async () => {
  const { attempts, code } = network()
  code.preload()
  const waited = code.load()
  attempts[0]?.fail()
  await expect(waited).rejects.toThrow('Failed to fetch')
  expect(code.isRequested).toBe(false)
  const next = code.load()
  attempts[1]?.come('code')
  expect(await next).toBe('code')
})

/** Shows each state. */
function Part({ code, isWanted }: { code: Lazy<string>; isWanted?: boolean }) {
  const { code: loaded, failures, busy, retry } = useLazy(code, isWanted)
  if (loaded) return <b>{loaded}</b>
  return failures === 0 ? <i>loading</i> : <button onClick={retry}>{`${failures} ${busy ? 'busy' : 'failed'}`}</button>
}

test('a component counts its failures, retries and shows the code', async () => {
  const { attempts, code } = network()
  const { rerender } = render(<Part code={code} isWanted={false} />)
  expect(attempts).toHaveLength(0)
  rerender(<Part code={code} />)
  expect(screen.getByText('loading')).toBeTruthy()
  await act(async () => attempts[0]?.fail())
  await userEvent.click(screen.getByRole('button', { name: '1 failed' }))
  expect(screen.getByRole('button', { name: '1 busy' })).toBeTruthy()
  await act(async () => attempts[1]?.fail())
  await userEvent.click(screen.getByRole('button', { name: '2 failed' }))
  await act(async () => attempts[2]?.come('the part'))
  expect(screen.getByText('the part')).toBeTruthy()
  cleanup()
  render(<Part code={code} />)
  expect(screen.getByText('the part')).toBeTruthy()
})

test('shows code that arrives when it is wanted again after a failure', async () => {
  const { attempts, code } = network()
  const { rerender } = render(<Part code={code} />)
  await act(async () => attempts[0]?.fail())
  rerender(<Part code={code} isWanted={false} />)
  rerender(<Part code={code} />)
  await act(async () => attempts[1]?.come('the part'))
  expect(screen.getByText('the part')).toBeTruthy()
})

test('shows code that arrives right after rendering without it', async () => {
  const { attempts, code } = network()
  code.preload()
  function Waiting() {
    useLayoutEffect(() => attempts[0]?.come('the part'), [])
    return <Part code={code} />
  }
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  // As in a page, without `act`, which leaves no time between rendering and effects.
  root.render(<Waiting />)
  await vi.waitFor(() => expect(box.textContent).toBe('the part'))
  root.unmount()
  box.remove()
})

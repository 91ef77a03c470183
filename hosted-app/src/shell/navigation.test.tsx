import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { tellingArrivals, useLoadingMarks, useNavigating } from './navigation.ts'

/** A frame with two screens; the second loads until `arrive` is called. */
function open() {
  const rendered: unknown[] = []
  let arrive = () => {}
  const second = () => new Promise<string>((resolve) => (arrive = () => resolve('second')))
  function Frame() {
    const app = useRef<HTMLDivElement>(null)
    const main = useRef<HTMLElement>(null)
    useLoadingMarks(app, main)
    return (
      <div ref={app} data-testid="app">
        <main ref={main}>
          <Outlet />
        </main>
        <Sign />
      </div>
    )
  }
  function Screen() {
    rendered.push(useLoaderData())
    return <button type="button">Here</button>
  }
  const Sign = () => (useNavigating() ? <i>leaving</i> : null)
  const children = [
    { path: '/', loader: () => 'first', Component: Screen },
    { path: '/second', loader: second, Component: () => <p>{`The ${useLoaderData()} screen`}</p> },
  ]
  const hydrationData = { loaderData: { '0-0': 'first' } }
  const router = createMemoryRouter([{ Component: Frame, children }], { hydrationData })
  render(<RouterProvider router={tellingArrivals(router)} />)
  return { rendered, router, arrive: () => arrive() }
}

test('a screen isn’t rendered again when another one begins to load, which is marked', async () => {
  const { rendered, router, arrive } = open()
  const app = screen.getByTestId('app')
  expect([app.hasAttribute('data-loading'), screen.getByRole('main').getAttribute('aria-busy')]).toEqual([
    false,
    'false',
  ])
  act(() => void router.navigate('/second'))
  await screen.findByText('leaving')
  expect([app.hasAttribute('data-loading'), screen.getByRole('main').getAttribute('aria-busy')]).toEqual([true, 'true'])
  expect(rendered).toEqual(['first'])
  act(arrive)
  await screen.findByText('The second screen')
  expect(screen.queryByText('leaving')).toBeNull()
  expect([app.hasAttribute('data-loading'), screen.getByRole('main').getAttribute('aria-busy')]).toEqual([
    false,
    'false',
  ])
})

test('focus in a screen ends with it, and stays when the next one doesn’t arrive', async () => {
  const { router, arrive } = open()
  const button = screen.getByRole('button')
  button.focus()
  act(() => void router.navigate('/second'))
  await screen.findByText('leaving')
  act(() => void router.navigate('/?again'))
  await act(async () => {})
  expect(document.activeElement).toBe(button)
  act(() => void router.navigate('/second'))
  await screen.findByText('leaving')
  act(arrive)
  await screen.findByText('The second screen')
  expect(document.activeElement).toBe(document.body)
})

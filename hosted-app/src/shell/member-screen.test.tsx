import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MemberScreen } from './member-screen.tsx'

const load = async () => () => <p>Settings</p>

/** A member's screen, and another one that comes when `arrive` is called. */
function show() {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
  let arrive = () => {}
  const arrived = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const routes = [
    { path: '/settings', element: <MemberScreen load={load} /> },
    { path: '/receipt', loader: () => arrived, element: <p>Receipt</p> },
    { path: '/bbs/login', element: <p>Login</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/settings'] })
  render(
    <StoaProvider stoa={stoa}>
      <RouterProvider router={router} />
    </StoaProvider>,
  )
  return { router, arrive: () => arrive(), signOut: () => act(() => stoa.state.setState({ viewer: null })) }
}

test('whoever is signed out meanwhile signs in first', async () => {
  const { signOut } = show()
  await screen.findByText('Settings')
  signOut()
  await screen.findByText('Login')
})

test('who is on the way to another page when they are signed out comes there', async () => {
  const { router, arrive, signOut } = show()
  await screen.findByText('Settings')
  await act(async () => void router.navigate('/receipt', { replace: true }))
  signOut()
  arrive()
  await screen.findByText('Receipt')
  expect(router.state.location.pathname).toBe('/receipt')
})

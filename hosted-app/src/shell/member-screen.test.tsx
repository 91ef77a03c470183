import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { lazy } from '@stoa/ui'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MemberScreen, type MemberScreenProps } from './member-screen.tsx'

let leaving: MemberScreenProps['leaving']
const settings = lazy(async () => (props: MemberScreenProps) => {
  leaving = props.leaving
  return <p>Settings</p>
})

/** A member's screen, and another one that loads when `arrive` is called. */
function show() {
  const stoa = createStoa({ client: { call: () => new Promise(() => {}) }, storage: null })
  stoa.state.setState({ viewer: exampleMe() })
  let arrive = () => {}
  const arrived = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const routes = [
    { path: '/settings', element: <MemberScreen screen={settings} /> },
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

test('a person signed out meanwhile is asked to sign in', async () => {
  const { signOut } = show()
  await screen.findByText('Settings')
  signOut()
  await screen.findByText('Login')
})

test('a person signed out during navigation gets to the new page', async () => {
  const { router, arrive, signOut } = show()
  await screen.findByText('Settings')
  await act(async () => void router.navigate('/receipt', { replace: true }))
  signOut()
  arrive()
  await screen.findByText('Receipt')
  expect(router.state.location.pathname).toBe('/receipt')
})

test('a person signed out by their own action gets to its target, in either order', async () => {
  const { router, arrive, signOut } = show()
  await screen.findByText('Settings')
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  act(() => void leaving(() => response).then(() => router.navigate('/receipt', { replace: true })))
  signOut()
  await screen.findByText('Loading')
  respond()
  arrive()
  await screen.findByText('Receipt')
  expect(router.state.location.pathname).toBe('/receipt')
})

test('a person signed out when the action fails is asked to sign in', async () => {
  const { router, signOut } = show()
  await screen.findByText('Settings')
  let fail = () => {}
  const failing = new Promise<never>((_, reject) => {
    fail = () => reject(new Error('refused'))
  })
  let rejection = Promise.resolve()
  act(() => {
    rejection = expect(leaving(() => failing)).rejects.toThrow('refused')
  })
  signOut()
  await screen.findByText('Loading')
  expect(router.state.location.pathname).toBe('/settings')
  fail()
  await rejection
  await screen.findByText('Login')
})

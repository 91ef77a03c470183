import { LoginForm, type LoginFormProps } from '@stoa/login'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import './layout.tsx'

/** The script in the head of every page. */
const BEFORE_PAINT = '../../public/before-paint.js'

afterEach(() => {
  cleanup()
  window.stoaAlive?.()
  document.body.replaceChildren()
})

/** A form as rendered by the server, with only the head's script. */
async function serverPage(form: Parameters<typeof render>[0]): Promise<HTMLElement> {
  const container = document.createElement('div')
  container.innerHTML = render(form).container.innerHTML
  cleanup()
  document.body.append(container)
  vi.resetModules()
  await import(/* @vite-ignore */ BEFORE_PAINT)
  const typed = container.querySelector<HTMLInputElement>('[name="username"]')
  if (typed) typed.value = 'cleo@mail.example'
  return container
}

/** The app loads, hydrates the page and handles earlier presses. */
function comesAlive(form: Parameters<typeof render>[0], container: HTMLElement): void {
  render(form, { container, hydrate: true })
  window.stoaAlive?.()
}

const actions = () => ({ onMail: vi.fn(async () => {}), onSignIn: vi.fn(async () => {}) }) satisfies LoginFormProps

test('a link requested before hydration is sent afterward', async () => {
  const { onMail, onSignIn } = actions()
  const form = <LoginForm onMail={onMail} onSignIn={onSignIn} />
  const page = await serverPage(form)
  const button = screen.getByRole('button', { name: 'Email me a link' })
  for (let press = 0; press < 2; press += 1) fireEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  comesAlive(form, page)
  expect(onMail.mock.calls).toEqual([['cleo@mail.example']])
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Email me a link' }).ariaBusy).not.toBe('true'))
})

test.each([
  ['a mailed link alone', undefined],
  ['a password', vi.fn(async () => {})],
])(
  'an early submission of the form for %s isn’t sent to an address, but by the form after hydration',
  async (_, onSignIn) => {
    const { onMail } = actions()
    const form = <LoginForm onMail={onMail} onSignIn={onSignIn} />
    const page = await serverPage(form)
    const password = page.querySelector<HTMLInputElement>('[name="password"]')
    if (password) password.value = 'Corr3ct-horse'
    const submitEvent = new SubmitEvent('submit', { bubbles: true, cancelable: true })
    page.querySelector('form')?.dispatchEvent(submitEvent)
    expect(submitEvent.defaultPrevented).toBe(true)
    expect(page.querySelector('form')?.method).toBe('post')
    comesAlive(form, page)
    if (onSignIn) expect(onSignIn.mock.calls).toEqual([[{ login: 'cleo@mail.example', password: 'Corr3ct-horse' }]])
    else expect(onMail.mock.calls).toEqual([['cleo@mail.example']])
  },
)

test('a page whose scripts fail to load stores no presses, and says so', async () => {
  const page = await serverPage(<LoginForm {...actions()} />)
  const button = screen.getByRole('button', { name: 'Email me a link' })
  fireEvent.click(button)
  fireEvent.error(page.appendChild(document.createElement('img')))
  expect(button.getAttribute('aria-busy')).toBe('true')
  fireEvent.error(page.appendChild(document.createElement('script')))
  expect(button.hasAttribute('aria-busy')).toBe(false)
  expect(document.documentElement.dataset.stoaScriptless).toBe('')
  delete document.documentElement.dataset.stoaScriptless
  const submitEvent = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  page.querySelector('form')?.addEventListener('submit', (event) => expect(event.defaultPrevented).toBe(false))
  page.querySelector('form')?.dispatchEvent(submitEvent)
  fireEvent.click(button)
  expect(button.hasAttribute('aria-busy')).toBe(false)
})

test('without a press nothing happens, and later ones aren’t stored', async () => {
  const { onMail, onSignIn } = actions()
  const form = <LoginForm onMail={onMail} onSignIn={onSignIn} />
  comesAlive(form, await serverPage(form))
  expect(onMail).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Email me a link' }))
  expect(onMail).toHaveBeenCalledTimes(1)
})

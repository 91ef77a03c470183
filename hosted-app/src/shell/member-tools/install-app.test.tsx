import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { keepInstallOffer } from '../../install-offer.ts'
import { useInstallApp } from './install-app.tsx'

function AccountMenu() {
  const { action, dialog } = useInstallApp()
  return (
    <>
      {action && (
        <button type="button" onClick={action.onClick}>
          {action.label}
        </button>
      )}
      {dialog}
    </>
  )
}

const button = () => screen.queryByRole('button', { name: 'Install app' })

keepInstallOffer()
afterEach(() => {
  cleanup()
  window.dispatchEvent(new Event('appinstalled'))
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'standalone')
  Reflect.deleteProperty(navigator, 'maxTouchPoints')
})

test('the app can be installed while the browser offers it, and the browser shows no banner of its own', () => {
  render(<AccountMenu />)
  expect(button()).toBeNull()
  const prompt = vi.fn(async () => {})
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(offer))
  expect(offer.defaultPrevented).toBe(true)
  fireEvent.click(button() as HTMLElement)
  expect(prompt).toHaveBeenCalledOnce()
  expect(button()).toBeNull()
})

test('once installed, it is no longer offered', () => {
  render(<AccountMenu />)
  const offer = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} })
  act(() => void window.dispatchEvent(offer))
  expect(button()).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(button()).toBeNull()
})

test.each([
  ['in Safari on a phone', false, 5, true],
  ['as an installed app', true, 5, false],
  ['on a computer', false, 0, false],
])('%s', (_name, standalone, maxTouchPoints, isExplained) => {
  Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true })
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true })
  render(<AccountMenu />)
  if (!isExplained) {
    expect(button()).toBeNull()
    return
  }
  fireEvent.click(button() as HTMLElement)
  expect(screen.getByRole('dialog', { name: 'Install the app' }).textContent).toContain('Add to Home Screen')
})

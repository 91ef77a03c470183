import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

afterEach(cleanup)

it('always describes its control, and shows on focus and hover until Escape', async () => {
  render(
    <Tooltip text="Pinned posts stay on top">
      <IconButton label="Pin" icon={<svg />} />
    </Tooltip>,
  )
  const button = screen.getByRole('button', { name: 'Pin', description: 'Pinned posts stay on top' })
  const isOpen = () => screen.getByRole('tooltip', { hidden: true }).dataset.open === 'true'
  expect(isOpen()).toBe(false)
  await userEvent.tab()
  expect(isOpen()).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
  await userEvent.hover(button)
  expect(isOpen()).toBe(true)
  await userEvent.unhover(button)
  expect(isOpen()).toBe(false)
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'

afterEach(cleanup)

it('does not submit a form around it unless told to', () => {
  render(<Button>Reply</Button>)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reply' }).type).toBe('button')
})

it('ignores presses while busy, but keeps focus', async () => {
  const onClick = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={onClick}>Send</Button>)
  const button = screen.getByRole('button', { name: 'Send' })
  await userEvent.click(button)
  rerender(
    <Button busy onClick={onClick}>
      Send
    </Button>,
  )
  await userEvent.click(button)
  await userEvent.keyboard('{Enter}')
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
})

it('does not submit its form while busy', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy>
        Send
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
})

it('names an icon by its label and tells whether it is pressed', () => {
  render(<IconButton label="Agree" icon={<svg />} pressed={false} />)
  expect(screen.getByRole('button', { name: 'Agree', pressed: false })).toBeTruthy()
})

it('exposes the element by ref', () => {
  const button = createRef<HTMLButtonElement>()
  const link = createRef<HTMLAnchorElement>()
  render(
    <>
      <Button ref={button}>A</Button>
      <ButtonLink ref={link} href="/b">
        B
      </ButtonLink>
    </>,
  )
  expect([button.current?.textContent, link.current?.textContent]).toEqual(['A', 'B'])
})

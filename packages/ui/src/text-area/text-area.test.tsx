import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { TextField } from '../text-field/text-field.tsx'
import { TextArea } from './text-area.tsx'

afterEach(cleanup)

function Composer() {
  const [text, setText] = useState('')
  return (
    <TextArea
      label="Comment"
      value={text}
      onChange={(event) => setText(event.target.value)}
      length={text.length}
      limit={10}
    />
  )
}

it('keeps its sizing copy equal to the text, controlled or not', async () => {
  render(
    <>
      <Composer />
      <TextArea label="Free" defaultValue="a" />
    </>,
  )
  for (const [name, expected] of [
    ['Comment', 'hello'],
    ['Free', 'ahello'],
  ] as const) {
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name })
    await userEvent.type(area, 'hello')
    expect(area.value).toBe(expected)
    expect(area.parentElement?.dataset.text).toBe(expected)
  }
})

it('counts only near the limit, and marks text over it', async () => {
  render(<Composer />)
  const area = screen.getByRole('textbox')
  const lengthLine = (text: string) => screen.getByText(text).closest<HTMLElement>('.stoa-text-area-length')
  await userEvent.type(area, '1234567')
  expect(screen.queryByText(/characters/)).toBeNull()
  await userEvent.type(area, '8')
  expect(lengthLine('8 of 10 characters')?.dataset.over).toBeUndefined()
  await userEvent.type(area, '9012')
  expect(lengthLine('12 of 10 characters')?.dataset.over).toBe('true')
})

it('links hint and error to the control', () => {
  render(<TextField label="Name" hint="Shown to everybody." error="Too short." required />)
  const field = screen.getByRole('textbox', { name: 'Name', description: 'Too short. Shown to everybody.' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Too short.')
})

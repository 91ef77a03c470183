import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { RadioGroup } from './radio-group.tsx'

afterEach(cleanup)

it('reports the choice, and names and describes each option', () => {
  const onChange = vi.fn()
  render(
    <RadioGroup
      label="Color"
      value="red"
      onChange={onChange}
      options={[
        { value: 'red', label: 'Red' },
        { value: 'blue', label: 'Blue', hint: 'Like the sea' },
      ]}
    />,
  )
  expect(screen.getByRole('group', { name: 'Color' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Red' }).checked).toBe(true)
  const blue = screen.getByRole<HTMLInputElement>('radio', { name: 'Blue' })
  expect(document.getElementById(blue.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Like the sea')
  fireEvent.click(blue)
  expect(onChange).toHaveBeenCalledWith('blue')
})

it('announces its error and names the field', () => {
  render(
    <RadioGroup
      label="Topic"
      name="topic"
      value={null}
      error="Choose a topic."
      onChange={() => {}}
      options={[{ value: 'help', label: 'Help' }]}
    />,
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Help' }).name).toBe('topic')
  expect(screen.getByRole('alert').textContent).toBe('Choose a topic.')
  const { id } = screen.getByRole('alert')
  expect(screen.getByRole('group', { name: 'Topic' }).getAttribute('aria-describedby')).toBe(id)
})

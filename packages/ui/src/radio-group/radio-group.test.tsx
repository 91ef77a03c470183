import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RadioGroup } from './radio-group.tsx'

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

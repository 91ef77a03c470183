import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SelectField } from '../select-field/select-field.tsx'
import { Checkbox } from './checkbox.tsx'

afterEach(cleanup)

it('is named by its label only, described by its hint, and toggled by pressing the text', async () => {
  render(<Checkbox label="Show who voted" hint="Cannot be changed later." />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Show who voted',
    description: 'Cannot be changed later.',
  })
  await userEvent.click(screen.getByText('Show who voted'))
  expect(box.checked).toBe(true)
})

it('offers the choices of a select', async () => {
  const onChange = vi.fn<(value: string) => void>()
  render(
    <SelectField
      label="Sort by"
      defaultValue="top"
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: 'top', label: 'Top' },
        { value: 'new', label: 'New' },
      ]}
    />,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'New')
  expect(onChange).toHaveBeenCalledWith('new')
})

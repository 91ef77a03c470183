import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { DraftForm, SaveForms } from './save-bar.tsx'

interface FormProps {
  name: string
  onSave: (value: string) => Promise<boolean>
}

function Form({ name, onSave }: FormProps) {
  const [saved, setSaved] = useState('')
  const [value, setValue] = useState('')
  return (
    <DraftForm
      label={`Form of ${name}`}
      changes={value === saved ? [] : [name]}
      attempt={{ busy: false, problem: '' }}
      onSave={async () => {
        const isSaved = await onSave(value)
        if (isSaved) setSaved(value)
        return isSaved
      }}
      onDiscard={() => setValue(saved)}
    >
      <label>
        {name}
        <input value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      </label>
    </DraftForm>
  )
}

const bar = () => screen.queryByRole('group', { name: 'Unsaved changes' })

function show({ rules = async () => true }: { rules?: (value: string) => Promise<boolean> } = {}) {
  const saved = { name: vi.fn(async () => true), rules: vi.fn(rules), all: vi.fn() }
  render(
    <SaveForms onSaved={saved.all}>
      <Form name="Name" onSave={saved.name} />
      <Form name="Rules" onSave={saved.rules} />
    </SaveForms>,
  )
  return saved
}

test('one bar names the changes of all forms, saves them in order, and goes; focus stays on the page', async () => {
  const saved = show()
  expect(bar()).toBeNull()
  await userEvent.type(screen.getByLabelText('Rules'), 'b')
  expect(bar()?.querySelector('p')?.textContent).toBe('1 unsaved change: Rules')
  await userEvent.type(screen.getByLabelText('Name'), 'a')
  expect(screen.getByRole('status').textContent).toBe('2 unsaved changes')
  // By keyboard: the bar follows the last field.
  screen.getByLabelText('Rules').focus()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Discard')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(saved.name).toHaveBeenCalledWith('a')
  expect(saved.rules).toHaveBeenCalledWith('b')
  await waitFor(() => expect(bar()).toBeNull())
  expect(saved.all).toHaveBeenCalledOnce()
  await waitFor(() => expect(document.activeElement?.className).toBe('stoa-app-save-forms'))
})

test('what couldn’t be saved stays in the bar', async () => {
  const saved = show({ rules: async () => false })
  await userEvent.type(screen.getByLabelText('Name'), 'a')
  await userEvent.type(screen.getByLabelText('Rules'), 'b')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bar()?.querySelector('p')?.textContent).toBe('1 unsaved change: Rules'))
  expect(saved.all).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(bar()).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Rules').value).toBe('')
})

test('Enter in a field saves', async () => {
  const saved = show()
  await userEvent.type(screen.getByLabelText('Name'), 'a{Enter}')
  expect(saved.name).toHaveBeenCalledOnce()
  await waitFor(() => expect(bar()).toBeNull())
})

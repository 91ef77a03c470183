import type { CallInput } from '@stoa/contract'
import { createActions } from '@stoa/store'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { after, draft, fakeStoa, field, place, press, published, refusal, show, type } from '../../testing/composer.tsx'

vi.mock('./fields/document-field.tsx', async () => {
  const { PlainDocumentField } = await import('../../testing/plain-document-field.tsx')
  return { DocumentField: PlainDocumentField }
})

// Transforming the chunk on a busy machine takes longer than the tests wait for a button.
beforeAll(() => createActions(fakeStoa({}).stoa).prepare())
beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

const takenIssue = [{ field: 'slugUrl', message: 'Another post here has or had this address.' }]

test('a taken address is reported at its field, and everything else is saved', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { stoa, inputs } = fakeStoa({
    postDraftSave({ slugUrl, title }: CallInput<'postDraftSave'>) {
      if (slugUrl === 'taken') throw refusal('VALIDATION_FAILED', takenIssue)
      const own = slugUrl ? { slugUrl, hasOwnSlug: true } : {}
      return { post: { ...draft, title, ...own, revision: (draft.revision ?? 0) + inputs().length } }
    },
  })
  show(stoa, draft)
  await press('Post settings')
  type('Address', 'Taken')
  fireEvent.blur(field('Address'))
  type('Excerpt', 'In short')
  await after(3.5)
  expect(screen.getByText('Another post here has or had this address.')).toBeTruthy()
  expect(field('Address').value).toBe('taken')
  expect(inputs()).toMatchObject([{ slugUrl: 'taken', excerpt: 'In short' }, { excerpt: 'In short' }])
  expect(inputs()[1]).not.toHaveProperty('slugUrl')
  // It isn't sent again, and nothing is published without it.
  type('Title', 'Renamed')
  await after(11)
  expect(inputs()).toHaveLength(3)
  expect(inputs()[2]).not.toHaveProperty('slugUrl')
  await press('Close')
  await press('Publish')
  expect(document.activeElement).toBe(field('Address'))
  expect(inputs()).toHaveLength(3)
  type('Address', 'free')
  await after(11)
  expect(inputs()[3]).toMatchObject({ slugUrl: 'free' })
  vi.useRealTimers()
})

test('a published post gets excerpt, address and comments with its changes, and only those that changed', async () => {
  const responses = [
    () => {
      throw refusal('VALIDATION_FAILED', takenIssue)
    },
    () => ({ post: { ...published, revision: 2 } }),
  ]
  const { stoa, inputs } = fakeStoa({ postEdit: () => responses.shift()?.() })
  show(stoa, published)
  await press('Post settings')
  type('Address', 'Two words ')
  fireEvent.blur(field('Address'))
  expect(field('Address').value).toBe('two-words')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Comments' }))
  await press('Close')
  await press('Save changes')
  await waitFor(() => expect(document.activeElement).toBe(field('Address')))
  expect(inputs()[0]).toMatchObject({ slugUrl: 'two-words', commentsOff: true })
  expect(inputs()[0]).not.toHaveProperty('excerpt')
  type('Address', 'three-words')
  await press('Close')
  await press('Save changes')
  await waitFor(() => expect(place()).not.toBe('/'))
  expect(inputs()[1]).toMatchObject({ slugUrl: 'three-words', commentsOff: true })
})

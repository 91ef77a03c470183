import { StoaError } from '@stoa/client'
import { type CallInput, type CallOutput, errors, type Inset, type Media } from '@stoa/contract'
import { EXAMPLE_NOW, exampleDomain, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { insetsPath } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'

vi.mock('../../shell/uploads/use-uploads.ts', async (original) => ({
  ...(await original<object>()),
  useUploads: () => ({
    upload: async () => ({ kind: 'image', url: '/media/a/new.webp', sizes: [] }) as unknown as Media,
  }),
}))

beforeEach(() => cleanup())

const inset: Inset = {
  id: exampleId(1, 'n'),
  name: 'Spring seeds',
  image: '/favicon.svg',
  alt: 'A packet of seeds',
  link: 'https://seeds.example/spring',
  // Not at midnight.
  startsAt: EXAMPLE_NOW,
  endsAt: null,
  share: 10,
  revision: 1,
  views: 0,
  clicks: 0,
}
const conflict = (current: Inset) =>
  new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { inset: current } })
const after = (input: CallInput<'insetSave'>, changes: Partial<Inset> = {}): CallOutput<'insetSave'> => ({
  inset: { ...inset, ...input.inset, revision: (input.revision ?? 0) + 1, ...changes },
})

async function open(insetSave: (input: CallInput<'insetSave'>) => unknown, items = [inset]) {
  const callResponses = {
    domainList: () => ({ items: [exampleDomain()] }),
    domainGet: () => ({ domain: exampleDomain() }),
    insetList: () => ({ items }),
    insetSave: insetSave as (input: CallInput<'insetSave'>) => CallOutput<'insetSave'>,
  }
  render(<ForumAt path={insetsPath()} viewer={exampleMe({ networkAdmin: true })} callResponses={callResponses} />)
  await userEvent.click(await screen.findByRole('button', { name: items.length > 0 ? 'Edit Spring seeds' : 'Add ad' }))
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('another admin’s change of another field is kept', async () => {
  const theirs = { ...inset, link: 'https://seeds.example/autumn', share: 30, revision: 4 }
  const insetSave = vi.fn((input: CallInput<'insetSave'>) => {
    if (input.revision !== 4) throw conflict(theirs)
    return after(input)
  })
  await open(insetSave)
  await userEvent.type(field('Name'), '!')
  await press('Save')
  expect(await screen.findByRole('button', { name: 'Add ad' })).toBeTruthy()
  const sent = { name: 'Spring seeds!', link: theirs.link, share: 30, startsAt: EXAMPLE_NOW }
  expect(insetSave.mock.calls.map(([{ revision }]) => revision)).toEqual([1, 4])
  expect(insetSave.mock.lastCall?.[0]).toMatchObject({ insetId: inset.id, inset: sent })
})

test('both sides of what two admins have changed are shown, and either is kept', async () => {
  const theirs = { ...inset, name: 'Summer seeds', revision: 2 }
  const insetSave = vi.fn((input: CallInput<'insetSave'>) => {
    if (input.revision !== 2) throw conflict(theirs)
    return after(input)
  })
  await open(insetSave)
  await userEvent.type(field('Name'), '!')
  await userEvent.type(field('Description'), '!')
  await press('Save')
  expect(await screen.findByText('Someone else just changed this')).toBeTruthy()
  expect([screen.getByText('Summer seeds'), screen.getByText('Spring seeds!')]).toHaveLength(2)
  expect([field('Name').value, field('Description').value]).toEqual(['Spring seeds!', 'A packet of seeds!'])
  // Not without a choice.
  await press('Save')
  expect(insetSave).toHaveBeenCalledTimes(1)
  await press('Save mine')
  expect(await screen.findByRole('button', { name: 'Add ad' })).toBeTruthy()
  expect(insetSave.mock.lastCall?.[0]).toMatchObject({ revision: 2, inset: { name: 'Spring seeds!' } })
})

test('what is typed while an ad is saved stays', async () => {
  const responses: (() => void)[] = []
  const insetSave = vi.fn(
    (input: CallInput<'insetSave'>) => new Promise((resolve) => responses.push(() => resolve(after(input)))),
  )
  await open(insetSave)
  await userEvent.type(field('Name'), '!')
  await press('Save')
  await waitFor(() => expect(responses).toHaveLength(1))
  await userEvent.type(field('Name'), '?')
  await userEvent.type(field('Description'), '?')
  responses[0]?.()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBeNull())
  expect([field('Name').value, field('Description').value]).toEqual(['Spring seeds!?', 'A packet of seeds?'])
  await press('Save')
  await waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.()
  expect(await screen.findByRole('button', { name: 'Add ad' })).toBeTruthy()
  expect(insetSave.mock.lastCall?.[0]).toMatchObject({ revision: 2, inset: { name: 'Spring seeds!?' } })
})

test('what is typed while a new ad is saved is a change of that ad', async () => {
  const responses: (() => void)[] = []
  const insetSave = vi.fn(
    (input: CallInput<'insetSave'>) => new Promise((resolve) => responses.push(() => resolve(after(input)))),
  )
  await open(insetSave, [])
  const file = new File(['picture'], 'seeds.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Upload a picture', { selector: 'input' }), file)
  await waitFor(() => expect(document.querySelector('img[src="/media/a/new.webp"]')).toBeTruthy())
  await userEvent.type(field('Name'), 'Seeds')
  await press('Save')
  await waitFor(() => expect(responses).toHaveLength(1))
  await userEvent.type(field('Name'), ' 2')
  responses[0]?.()
  expect(await screen.findByRole('form', { name: 'Edit ad' })).toBeTruthy()
  await waitFor(() => expect(field('Name').value).toBe('Seeds 2'))
  await press('Save')
  await waitFor(() => expect(insetSave).toHaveBeenCalledTimes(2))
  responses[1]?.()
  expect(await screen.findByRole('button', { name: 'Add ad' })).toBeTruthy()
  expect(insetSave.mock.lastCall?.[0]).toMatchObject({ insetId: inset.id, revision: 1, inset: { name: 'Seeds 2' } })
  // Nothing of it is left for the next one.
  await press('Add ad')
  expect(field('Name').value).toBe('')
})

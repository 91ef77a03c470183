import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../../../testing/forum-at.tsx'

const moderator = exampleMe({ moderator: ['FORUM'], tokenPermissions: { FORUM: ['hideContent'] } })
const rules = {
  entries: [{ text: 'casino', action: 'refuse' as const }],
  holdFrom: 90,
  storm: null,
  reasons: [],
  revision: 3,
  newcomerLinks: { days: 1, links: 2, action: 'hold' as const },
}
const show = (about: ForumContent = {}) =>
  render(<ForumAt path="/bbs/FORUM/admin-settings/moderation" viewer={moderator} checks={rules} {...about} />)
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } })

test('words are tested on past comments, then saved', async () => {
  const checkRulesEdit = vi.fn((input: { entries?: unknown; revision: number }) => ({
    rules: { ...rules, entries: input.entries as typeof rules.entries, revision: input.revision + 1 },
  }))
  show({ callResponses: { checkRulesEdit } })
  const section = await screen.findByRole('region', { name: 'Words and addresses' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect((within(section).getByLabelText('Block') as HTMLTextAreaElement).value).toBe('casino')
  type(within(section).getByLabelText('Hold for approval'), '  bit.ly \n\ncheap   pills\n')
  fireEvent.click(within(section).getByRole('button', { name: 'Test on past comments' }))
  const result = await within(section).findByRole('group', { name: 'Test result' })
  expect(result.textContent).toContain(
    'Of the latest 1,000 comments, this list would have blocked 1, held 0 for approval, and flagged 0.',
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await screen.findByText('Saved')
  expect(checkRulesEdit.mock.calls[0]?.[0]).toMatchObject({
    revision: 3,
    entries: [
      { text: 'casino', action: 'refuse' },
      { text: 'bit.ly', action: 'hold' },
      { text: 'cheap pills', action: 'hold' },
    ],
  })
})

test('words that somebody else has saved meanwhile are listed and kept', async () => {
  let current = { ...rules, entries: [...rules.entries, { text: 'poker', action: 'refuse' as const }], revision: 4 }
  const checkRulesEdit = vi.fn((input: { entries?: unknown; revision: number }) => {
    if (input.revision < current.revision) throw new StoaError('RULES_CHANGED', errors.RULES_CHANGED)
    current = { ...current, entries: input.entries as typeof rules.entries, revision: input.revision + 1 }
    return { rules: current }
  })
  let isOpened = false
  const checkRulesGet = () => {
    if (isOpened) return { rules: current }
    isOpened = true
    return { rules }
  }
  show({ callResponses: { checkRulesEdit, checkRulesGet } })
  const section = await screen.findByRole('region', { name: 'Words and addresses' })
  const refused = within(section).getByLabelText<HTMLTextAreaElement>('Block')
  type(refused, 'casino\nroulette')
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await within(section).findByText('Added: poker (Block)')
  expect(refused.value).toBe('casino\nroulette\npoker')
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await screen.findByText('Saved')
  expect(current.entries.map(({ text }) => text)).toEqual(['casino', 'roulette', 'poker'])
  await waitFor(() => expect(within(section).queryByText(/Someone else changed/)).toBeNull())
})

test('a concurrent change of another section is no conflict', async () => {
  let current = { ...rules, holdFrom: 60, revision: 4 }
  const checkRulesEdit = vi.fn((input: { entries?: unknown; revision: number }) => {
    if (input.revision < current.revision) throw new StoaError('RULES_CHANGED', errors.RULES_CHANGED)
    current = { ...current, entries: input.entries as typeof rules.entries, revision: 5 }
    return { rules: current }
  })
  let isOpened = false
  const checkRulesGet = () => {
    if (isOpened) return { rules: current }
    isOpened = true
    return { rules }
  }
  show({ callResponses: { checkRulesEdit, checkRulesGet } })
  const section = await screen.findByRole('region', { name: 'Words and addresses' })
  type(within(section).getByLabelText('Flag'), 'cheap')
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await screen.findByText('Saved')
  expect(checkRulesEdit.mock.calls.map(([{ revision }]) => revision)).toEqual([3, 4])
})

test('storm mode is turned on with an end', async () => {
  const checkRulesEdit = vi.fn((input: { storm?: unknown }) => ({
    rules: { ...rules, storm: (input.storm ?? null) as null, revision: 4 },
  }))
  show({ callResponses: { checkRulesEdit } })
  const toggle = await screen.findByRole('button', { name: 'Off: show storm mode options', expanded: false })
  expect(screen.queryByRole('checkbox', { name: 'Members only' })).toBeNull()
  fireEvent.click(toggle)
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on storm mode' }))
  await screen.findByRole('button', { name: 'Turn off storm mode' })
  expect(checkRulesEdit.mock.calls[0]?.[0].storm).toMatchObject({ membersOnly: true, holdNewcomers: true })
})

test('unsaved text stays when saving fails', async () => {
  show({ calls: { checkRulesEdit: 'fails' } })
  const section = await screen.findByRole('region', { name: 'Words and addresses' })
  type(within(section).getByLabelText('Flag'), 'cheap')
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await waitFor(() => expect(section.querySelector('.stoa-banner')).not.toBeNull())
  expect((within(section).getByLabelText('Flag') as HTMLTextAreaElement).value).toBe('cheap')
})

test('an entry that is too long is reported', async () => {
  show()
  const section = await screen.findByRole('region', { name: 'Words and addresses' })
  type(within(section).getByLabelText('Flag'), 'x'.repeat(101))
  await within(section).findByText(/at most 100 characters/)
})

test('members have no access; network admins also see the network-wide lists', async () => {
  const { unmount } = show({ viewer: exampleMe() })
  await screen.findByText('You can’t change this community’s settings')
  const link = screen.getByRole('link', { name: 'Go to the community' })
  expect(link.getAttribute('href')).toBe('/bbs/FORUM')
  unmount()
  show({ viewer: exampleMe({ networkAdmin: true }) })
  await screen.findByRole('region', { name: 'Words and addresses in all communities' })
})

test('canned reasons need a title and a text, and are offered when hiding content', async () => {
  const checkRulesEdit = vi.fn((input: { reasons?: { title: string; text: string }[] | undefined }) => ({
    rules: { ...rules, reasons: input.reasons ?? [], revision: 4 },
  }))
  show({ callResponses: { checkRulesEdit } })
  const section = await screen.findByRole('region', { name: 'Saved reasons' })
  fireEvent.click(within(section).getByRole('button', { name: 'Add a reason' }))
  type(within(section).getByLabelText('Reason 1 title'), 'Off topic ')
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  expect(await within(section).findByText('Add a message.')).toBeTruthy()
  type(within(section).getByLabelText('Message to the member'), 'This belongs into another community.')
  fireEvent.click(await screen.findByRole('button', { name: 'Save', busy: false }))
  await screen.findByText('Saved')
  expect(checkRulesEdit.mock.calls[0]?.[0]).toMatchObject({
    reasons: [{ title: 'Off topic', text: 'This belongs into another community.' }],
  })
})

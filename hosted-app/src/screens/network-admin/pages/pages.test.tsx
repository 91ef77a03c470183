import { StoaError } from '@stoa/client'
import { type CallInput, errors, type PageDetails } from '@stoa/contract'
import { exampleDomain, exampleMe, examplePage, examplePageSummary, exampleShownPage } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PAGES_EDITOR_PATH, pageEditorPath } from '../../../paths.ts'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

beforeEach(() => cleanup())

const page = examplePage({ hasDraft: true })
function show(path: string, callResponses: ForumContent['callResponses'] = {}) {
  render(
    <ForumAt
      path={path}
      viewer={exampleMe({ networkAdmin: true })}
      callResponses={{
        domainList: () => ({ items: [exampleDomain()] }),
        pageList: () => ({ items: [examplePageSummary({ hasDraft: true })], language: 'en' }),
        pageGet: () => ({ page }),
        pageShow: () => ({ page: exampleShownPage() }),
        ...callResponses,
      }}
    />,
  )
}

test('pages are listed with their state', async () => {
  show(PAGES_EDITOR_PATH)
  const link = await screen.findByRole('link', { name: 'House rules' })
  expect(link.getAttribute('href')).toBe(pageEditorPath('garden', page.id))
  expect(screen.getByText('Unpublished changes')).toBeTruthy()
})

test('a page is saved as a whole, then published', async () => {
  const pageSave = vi.fn(({ slug, texts }: CallInput<'pageSave'>) => ({
    page: { ...page, slug, texts: texts as PageDetails['texts'], revision: 3 },
  }))
  const pagePublish = vi.fn((_: CallInput<'pagePublish'>) => ({ page: { ...page, hasDraft: false } }))
  show(pageEditorPath('garden', page.id), { pageSave, pagePublish })
  const title = await screen.findByLabelText('Title')
  await userEvent.type(title, '!')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(pageSave).toHaveBeenCalled())
  expect(pageSave.mock.calls[0]?.[0]).toMatchObject({
    domainName: 'garden',
    pageId: page.id,
    revision: 2,
    texts: { en: { title: 'House rules!' }, de: { title: 'Hausregeln' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(pagePublish.mock.calls[0]?.[0]).toMatchObject({ revision: 3, publish: true }))
})

test('a conflict shows both sides; keeping one’s own saves over the other’s revision', async () => {
  const theirs = examplePage({
    revision: 3,
    author: 'lou',
    texts: { en: { title: 'Theirs', postContent: '{"blocks":[]}' } },
  })
  const revisions: (number | undefined)[] = []
  show(pageEditorPath('garden', page.id), {
    pageSave: ({ revision, texts }) => {
      revisions.push(revision)
      if (revision === 3) return { page: { ...theirs, texts: texts as PageDetails['texts'], revision: 4 } }
      const { status, message } = errors.EDIT_CONFLICT
      throw new StoaError('EDIT_CONFLICT', { status, message, details: { page: theirs } })
    },
  })
  await userEvent.type(await screen.findByLabelText('Title'), ' of mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const conflict = within(await screen.findByRole('group', { name: 'Someone else just saved this page' }))
  expect(conflict.getByText('Theirs')).toBeTruthy()
  expect(conflict.getByText('House rules of mine')).toBeTruthy()
  await userEvent.click(conflict.getByRole('button', { name: 'Keep mine' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('House rules of mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(revisions).toEqual([2, 3]))
})

test('readers get the page, or learn that there is none', async () => {
  show('/pages/rules')
  expect(await screen.findByRole('heading', { level: 1, name: 'House rules' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: 'What we remove' })).toBeTruthy()
  cleanup()
  show('/pages/nothing', {
    pageShow: () => {
      throw new StoaError('PAGE_NOT_FOUND', { message: 'Page not found.' })
    },
  })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
})

const conflictWith = (current: PageDetails) => {
  const { status, message } = errors.EDIT_CONFLICT
  return new StoaError('EDIT_CONFLICT', { status, message, details: { page: current } })
}
const titleField = () => screen.findByLabelText<HTMLInputElement>('Title')
const unsaved = () => screen.queryByRole('group', { name: 'Unsaved changes' })

test('text typed while a new page is saved stays, in the same editor', async () => {
  let respond = () => {}
  show(pageEditorPath('garden', 'new'), {
    pageSave: ({ slug, texts }) =>
      new Promise((resolve) => {
        respond = () => resolve({ page: { ...page, slug, texts: texts as PageDetails['texts'], revision: 1 } })
      }) as never,
  })
  const title = await titleField()
  await userEvent.type(screen.getByLabelText('Address'), 'help')
  await userEvent.type(title, 'Help')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(title, ' center')
  respond()
  expect(await screen.findByRole('button', { name: 'Delete page' })).toBeTruthy()
  expect(title.isConnected).toBe(true)
  expect(title.value).toBe('Help center')
  expect(unsaved()).toBeTruthy()
})

test('what is kept for later is back when the page is opened again', async () => {
  show(pageEditorPath('garden', page.id))
  await userEvent.type(await titleField(), '!')
  await userEvent.click(screen.getByRole('link', { name: 'All pages' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep for later' }))
  await userEvent.click(await screen.findByRole('link', { name: 'House rules' }))
  await waitFor(async () => expect((await titleField()).value).toBe('House rules!'))
  await waitFor(() => expect(unsaved()).toBeTruthy())
})

test('languages that only one side changed are merged and saved without a question', async () => {
  const theirs = examplePage({
    revision: 3,
    texts: { ...page.texts, de: { title: 'Neu', postContent: '{"blocks":[]}' } },
  })
  const sent: CallInput<'pageSave'>[] = []
  show(pageEditorPath('garden', page.id), {
    pageSave: (input) => {
      sent.push(input)
      if (input.revision !== 3) throw conflictWith(theirs)
      return { page: { ...theirs, texts: input.texts as PageDetails['texts'], revision: 4 } }
    },
  })
  await userEvent.type(await titleField(), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent[1]?.texts).toMatchObject({ en: { title: 'House rules!' }, de: { title: 'Neu' } }))
  await waitFor(() => expect(unsaved()).toBeNull())
})

test('a conflict lists all that both changed; taking theirs keeps the rest; Save leads to it', async () => {
  const empty = '{"blocks":[]}'
  const theirs = examplePage({
    revision: 3,
    slug: 'theirs',
    texts: { ...page.texts, en: { title: 'Theirs', postContent: empty } },
  })
  show(pageEditorPath('garden', page.id), {
    pageSave: () => {
      throw conflictWith(theirs)
    },
  })
  await userEvent.type(await titleField(), ' of mine')
  await userEvent.type(screen.getByLabelText('Address'), '-mine')
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'de')
  await userEvent.type(await titleField(), ' neu')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const group = await screen.findByRole('group', { name: 'Someone else just saved this page' })
  const regions = within(group).getAllByRole('region')
  expect(regions.map((one) => one.getAttribute('aria-label'))).toEqual(['Address', 'en'])
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(group)
  await userEvent.click(within(group).getByRole('button', { name: 'Take theirs' }))
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('theirs')
  expect((await titleField()).value).toBe('Hausregeln neu')
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'en')
  expect((await titleField()).value).toBe('Theirs')
})

test('after a publish conflict the newer page is shown and can be published; deleting has its own errors', async () => {
  const theirs = examplePage({
    revision: 3,
    hasDraft: true,
    texts: { en: { title: 'Theirs', postContent: '{"blocks":[]}' } },
  })
  const revisions: (number | undefined)[] = []
  show(pageEditorPath('garden', page.id), {
    pagePublish: ({ revision }) => {
      revisions.push(revision)
      if (revision !== 3) throw conflictWith(theirs)
      return { page: { ...theirs, hasDraft: false } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }))
  await waitFor(async () => expect((await titleField()).value).toBe('Theirs'))
  await userEvent.click(screen.getByRole('button', { name: 'Delete page' }))
  expect(within(screen.getByRole('alertdialog')).getByText(/This can’t be undone/)).toBeTruthy()
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(revisions).toEqual([2, 3]))
})

test('deleting a page with unsaved changes asks nothing more', async () => {
  show(pageEditorPath('garden', page.id), { pageDelete: () => ({}) })
  await userEvent.type(await titleField(), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Delete page' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete page' }))
  expect(await screen.findByRole('link', { name: 'New page' })).toBeTruthy()
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})

test('a page that is too long in all languages isn’t sent, and says so', async () => {
  const postContent = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'x'.repeat(90_000) } }] })
  const texts = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'es', 'pt'].map((tag) => [tag, { title: tag, postContent }]),
  )
  const pageSave = vi.fn(() => ({ page }))
  show(pageEditorPath('garden', page.id), { pageGet: () => ({ page: { ...page, texts } }), pageSave })
  await userEvent.type(await screen.findByLabelText('Title'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/All languages of this page together are too long/)).toBeTruthy()
  expect(pageSave).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('en!')
})

test('Enter in the field for another language adds it', async () => {
  const pageSave = vi.fn(() => ({ page }))
  show(pageEditorPath('garden', page.id), { pageSave })
  await userEvent.type(await screen.findByLabelText('Another language'), 'fr{Enter}')
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('fr')
  expect(pageSave).not.toHaveBeenCalled()
})

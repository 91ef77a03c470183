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

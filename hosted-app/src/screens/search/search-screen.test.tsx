import { exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import {
  browserSession,
  foundComment,
  foundPost,
  nothingFound,
  searchResponses,
} from '../../testing/search-responses.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const show = async (path: string, content: Partial<ForumContent> = {}) => {
  render(<ForumAt path={path} callResponses={searchResponses} {...content} />)
  await screen.findByRole('heading', { level: 1 })
}
const link = (name: string | RegExp) => within(screen.getByRole('main')).getByRole('link', { name })
const hrefOf = (name: string | RegExp) => link(name).getAttribute('href')

test('hits are marked, and markup is text', async () => {
  const post = exampleSummary({ title: '<b>ferry</b> & bell', excerpt: '<img src=x onerror=alert(1)> ferry' })
  await show('/bbs/search?q=ferry', {
    callResponses: {
      ...searchResponses,
      searchPosts: () => ({ ...nothingFound.searchPosts(), items: [foundPost(post, 'ferry')] }),
    },
  })
  const title = screen.getByRole('heading', { name: '<b>ferry</b> & bell' })
  expect(Array.from(title.querySelectorAll('mark'), ({ textContent }) => textContent)).toEqual(['ferry'])
  expect(screen.getByRole('article').querySelector('img')).toBeNull()
  expect(screen.getByRole('article').querySelectorAll('p mark')).toHaveLength(1)
})

test('a member sees what is new, and is led to the first of it', async () => {
  const post = exampleSummary({ title: 'The old ferry', numComments: 30 })
  const firstNew = { id: exampleId(4, 'c'), parentCommentId: null }
  const viewerFacts = vi.fn(() => ({
    reactions: {},
    votes: {},
    comments: [],
    reads: { [post.id]: { until: 1, newComments: 5, firstNew } },
  }))
  const searchPosts = () => ({ ...nothingFound.searchPosts(), items: [foundPost(post, 'ferry')] })
  await show('/bbs/search?q=ferry', { callResponses: { ...searchResponses, searchPosts, viewerFacts } })
  await screen.findByRole('link', { name: '5 new' })
  expect(hrefOf('5 new')).toMatch(new RegExp(`/comment/${firstNew.id}\\?sort=old#new$`))
  expect(viewerFacts).toHaveBeenCalledWith(expect.objectContaining({ postIds: post.id }))
})

test('tabs have counts and keep words and order', async () => {
  await show('/bbs/search?q=ferry&sort=new')
  expect(hrefOf(/^Comments/)).toBe('/bbs/search/comments?q=ferry&sort=new')
  expect(link(/^Comments/).textContent).toBe('Comments31')
  expect(link(/^Communities/).textContent).toBe('Communities1K+')
  expect(
    screen.getByText('12 results').getAttribute('role') ?? screen.getByText('12 results').parentElement?.role,
  ).toBe('status')
})

test('without a count, the tab has none', async () => {
  const searchCounts = () => ({ ...searchResponses.searchCounts(), posts: null })
  await show('/bbs/search?q=ferry', { callResponses: { ...searchResponses, searchCounts } })
  expect(link('Posts').querySelector('.stoa-tab-count[aria-hidden=true]')).toBeTruthy()
  expect(link(/^Comments/).textContent).toBe('Comments31')
  expect(screen.queryByText(/^\d+ results$/)).toBeNull()
})

test.each([
  ['are skipped', 2, true],
  ['don’t mean that nothing was found', 100, false],
])('empty pages of a long search %s', async (_, empty, isFound) => {
  const post = exampleSummary({ title: 'The old ferry' })
  let pages = 0
  const searchPosts = () => {
    pages += 1
    const page = { ...nothingFound.searchPosts(), total: null, hasMore: pages <= empty }
    return pages > empty ? { ...page, items: [foundPost(post, 'ferry')] } : { ...page, cursor: `after-${pages}` }
  }
  await show('/bbs/search?q=ferry', { callResponses: { ...searchResponses, searchPosts } })
  expect(screen.queryByText(/^No posts match/)).toBeNull()
  expect(screen.queryAllByText(/^The old/)).toHaveLength(isFound ? 1 : 0)
  expect(pages).toBe(isFound ? 3 : 4)
})

test('a comment leads to itself', async () => {
  const found = foundComment('A drawer of string.', 'drawer')
  const searchComments = () => ({ ...nothingFound.searchComments(), items: [found] })
  await show('/bbs/search/comments?q=drawer', { callResponses: { ...searchResponses, searchComments } })
  expect(hrefOf('A drawer of string.')).toMatch(new RegExp(`/comment/${found.comment.id}$`))
})

test('filters change the query in the address', async () => {
  await show('/bbs/FORUM/search?q=ferry')
  await userEvent.click(screen.getByText('Any kind', { selector: 'summary > *' }))
  expect(hrefOf('Stories')).toBe('/bbs/FORUM/search?q=ferry+is%3Astory')
  expect(hrefOf('Remove filter: The Forum')).toBe('/bbs/search?q=ferry')
  await userEvent.click(screen.getByText('Topic'))
  await userEvent.click(link('Repairs'))
  await waitFor(() => expect(hrefOf('Remove filter: Repairs')).toBe('/bbs/FORUM/search?q=ferry'))
  expect(hrefOf('Stories')).toBe('/bbs/FORUM/search?q=ferry+in%3ARepairs+is%3Astory')
})

test('several kinds can be chosen, and the menu says which are', async () => {
  await show('/bbs/search?q=ferry+has%3Aimage')
  const kind = () =>
    within(screen.getByRole('main')).getByText(/^(Any kind|With pictures|Stories)/, { selector: 'summary > *' })
  expect(kind().textContent).toBe('With pictures')
  await userEvent.click(kind())
  expect(hrefOf('With polls')).toBe('/bbs/search?q=ferry+has%3Aimage+has%3Apoll')
  await userEvent.click(link('Stories'))
  await waitFor(() => expect(kind().textContent).toBe('Stories +1'))
  expect(hrefOf('Stories')).toBe('/bbs/search?q=ferry+has%3Aimage')
  expect(hrefOf('With pictures')).toBe('/bbs/search?q=ferry+is%3Astory')
  await userEvent.click(kind())
  await userEvent.click(link('Any kind'))
  await waitFor(() => expect(kind().textContent).toBe('Any kind'))
})

test('the order is part of the address', async () => {
  await show('/bbs/search/comments?q=ferry')
  await userEvent.click(screen.getByText('Relevance', { selector: 'summary > *' }))
  expect(hrefOf('Newest')).toBe('/bbs/search/comments?q=ferry&sort=new')
  expect(link('Relevance').getAttribute('aria-current')).toBe('true')
})

test('authors and communities of found comments are offered as filters', async () => {
  await show('/bbs/search/comments?q=drawer')
  const { comment, post } = searchResponses.searchComments().items[0] ?? foundComment('')
  await userEvent.click(screen.getByText('Anyone'))
  expect(hrefOf(new RegExp(`^${comment.publisherProfileName} `))).toBe(
    `/bbs/search/comments?q=drawer+from%3A${comment.publisherName}`,
  )
  await userEvent.click(screen.getByText('Community'))
  expect(
    within(screen.getByRole('group', { name: 'Filters' })).getByRole('link', { name: post.communityTitle }),
  ).toBeTruthy()
})

test('people and communities have no filters, unless in one community', async () => {
  await show('/bbs/search/people?q=newt')
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull()
  cleanup()
  await show('/bbs/FORUM/search/people?q=newt')
  expect(hrefOf('Remove filter: The Forum')).toBe('/bbs/search/people?q=newt')
})

test.each([
  ['-the', 'Add a word to look for.'],
  ['% _', 'Add a word to look for.'],
  ['before:garbage', 'Write days like this: before:2026-05-01'],
  ['from:nobody', 'Check the spelling, or try fewer or different words.'],
])('nothing found for %s: %s', async (query, advice) => {
  await show(`/bbs/search?q=${encodeURIComponent(query)}`, { callResponses: nothingFound })
  expect(screen.getByText(advice)).toBeTruthy()
})

test('a filter that disappears passes focus to the results', async () => {
  await show('/bbs/search?q=ferry+from%3Anewt')
  const remove = link('Remove filter: From newt')
  remove.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Anyone')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

test('typed filters become part of the query', async () => {
  await show('/bbs/search?q=ferry')
  await userEvent.click(screen.getByText('Anyone'))
  await userEvent.type(screen.getByLabelText('Username'), '@faye{Enter}')
  await screen.findByRole('link', { name: 'Remove filter: From faye' })
  await userEvent.click(screen.getAllByText('Any time')[0] as HTMLElement)
  await userEvent.type(screen.getByLabelText('Since'), '2026-05-01')
  await userEvent.click(screen.getAllByRole('button', { name: 'Apply' })[0] as HTMLElement)
  await screen.findByText('Custom dates')
  const values = () => screen.getAllByLabelText<HTMLInputElement>('Search').map(({ value }) => value)
  await waitFor(() => expect(values()).toContain('ferry from:faye after:2026-05-01'))
})

test('nothing found: what to try', async () => {
  await show('/bbs/FORUM/search?q=ferrry+has%3Avideo', {
    callResponses: {
      ...nothingFound,
      searchPosts: () => ({ ...nothingFound.searchPosts(), didYouMean: 'ferry has:video' }),
      searchCounts: () => ({ posts: 0, comments: 2, users: 0, communities: 0 }),
    },
  })
  await screen.findByRole('heading', { name: 'No posts match “ferrry has:video”' })
  expect(hrefOf('ferry has:video')).toBe('/bbs/FORUM/search?q=ferry+has%3Avideo')
  expect(hrefOf('2 comments match')).toBe('/bbs/FORUM/search/comments?q=ferrry+has%3Avideo')
  expect(hrefOf('Search all communities')).toBe('/bbs/search?q=ferrry+has%3Avideo')
  expect(hrefOf('Remove filters')).toBe('/bbs/FORUM/search?q=ferrry')
})

test('few hits: what may be meant', async () => {
  const searchPosts = () => ({ ...searchResponses.searchPosts(), cursor: null, hasMore: false, didYouMean: 'ferry' })
  await show('/bbs/search?q=ferrry', { callResponses: { ...searchResponses, searchPosts } })
  expect((await screen.findByText(/Did you mean/)).textContent).toBe('Did you mean ferry?')
  expect(hrefOf('ferry')).toBe('/bbs/search?q=ferry')
})

test('more results are added, and the first new one gets focus', async () => {
  const searchPosts = vi.fn(({ cursor }: { cursor?: string | null | undefined }) =>
    cursor === undefined
      ? searchResponses.searchPosts()
      : {
          ...nothingFound.searchPosts(),
          items: [foundPost(exampleSummary({ id: 'z'.repeat(20), title: 'The last one' }))],
        },
  )
  await show('/bbs/search?q=week', { callResponses: { ...searchResponses, searchPosts } })
  const more = screen.getByRole('link', { name: 'Load more' })
  expect(more.getAttribute('href')).toBe('/bbs/search?q=week&after=next')
  await userEvent.click(more)
  const last = await screen.findByRole('link', { name: 'The last one' })
  expect(screen.queryByText('Load more')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(searchPosts.mock.calls.at(-1)?.[0]).toMatchObject({ cursor: 'next', query: 'week' })
})

test('after a failure the search is tried again, and focus goes to the results', async () => {
  let isBroken = true
  const searchPosts = () => {
    if (isBroken) throw new Error('broken')
    return searchResponses.searchPosts()
  }
  await show('/bbs/search?q=week', {
    session: browserSession,
    viewer: null,
    callResponses: { ...searchResponses, searchPosts },
  })
  isBroken = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Posts' })))
})

test('on touch screens the field passes focus to the results, so that its keyboard goes', async () => {
  const media = { addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === '(pointer: coarse)' }))
  await show('/bbs/search?q=ferry')
  const field = screen
    .getAllByLabelText<HTMLInputElement>('Search')
    .find(({ name }) => name === 'q') as HTMLInputElement
  await userEvent.type(field, ' week{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Posts' })))
})

test('recent searches are listed where nothing was typed, and can be removed', async () => {
  await show('/bbs/search?q=ferry')
  cleanup()
  await show('/bbs/search')
  expect(hrefOf('ferry')).toBe('/bbs/search?q=ferry')
  await userEvent.click(screen.getByRole('button', { name: 'Remove “ferry”' }))
  expect(screen.queryByText('Recent searches')).toBeNull()
})

test('somebody else on the device doesn’t see them', async () => {
  await show('/bbs/search?q=ferry')
  cleanup()
  await show('/bbs/search', { viewer: exampleMe({ id: 'q'.repeat(20) }) })
  expect(screen.queryByText('Recent searches')).toBeNull()
})

test('an unknown tab is a missing page', async () => {
  await show('/bbs/search/nothing?q=x')
  expect(screen.getByText('Page not found')).toBeTruthy()
})
